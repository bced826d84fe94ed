"use strict";
/* The table: keys, and what follows a swap. Without script the page works by its form and links. */
(() => {
  const TYPED_ELSEWHERE = "a, button, summary, select, textarea, input:not([type=radio])";
  let current = document.getElementById("table");
  let hadFocus = false;

  const form = () => current.querySelector("form.table");

  /* A card that is chosen already goes on to its next way to take. */
  function choose(place) {
    const radio = document.getElementById(`h${place}`);
    if (!radio) return;
    if (radio.checked) nextWay(place);
    radio.checked = true;
    radio.focus({ preventScroll: true });
  }

  function nextWay(place) {
    const ways = [...form().querySelectorAll(`.ways--${place} input`)];
    if (!ways.length) return;
    const next = ways[(ways.findIndex((way) => way.checked) + 1) % ways.length];
    next.checked = true;
    next.closest("fieldset").scrollTop = next.parentElement.offsetTop - next.parentElement.offsetHeight;
  }

  function play() {
    if (form()?.querySelector("#hand :checked")) form().requestSubmit();
  }

  function putBack() {
    const chosen = form()?.querySelector("#hand :checked");
    if (!chosen) return;
    form().reset();
    chosen.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const elsewhere = event.target.closest(TYPED_ELSEWHERE);
    if (/^[1-4]$/.test(event.key) && !event.target.closest("input:not([type=radio])")) {
      choose(event.key);
    } else if (event.key === "Escape") {
      putBack();
    } else if (event.key === "Enter" && !elsewhere) {
      event.preventDefault();
      play();
    }
  });

  /* A refused play comes with a page of its own: a table that has moved on, or a sentence. */
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if ([409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    hadFocus = current.contains(document.activeElement);
    if (event.detail.shouldSwap) announce("table:leave");
  });

  document.body.addEventListener("htmx:afterSettle", () => {
    const table = document.getElementById("table");
    if (table === current) return;
    current = table;
    document.title = `${table.dataset.title} · Basra`;
    document.querySelector('link[rel="icon"]').href = table.dataset.icon;
    document.getElementById("heard").textContent = table.dataset.heard;
    if (hadFocus && document.activeElement === document.body) {
      document.getElementById("says").focus({ preventScroll: true });
    }
    announce("table:arrive");
  });

  document.body.addEventListener("htmx:sendError", () => announce("table:lost"));
  document.body.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    // Signed out meanwhile, or a form that has aged: the whole page says so better.
    if (status === 403 || status === 404) location.reload();
    else announce("table:lost");
  });

  function announce(name) {
    document.dispatchEvent(new CustomEvent(name));
  }
})();
