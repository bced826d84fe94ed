"use strict";
/* Says once a minute that somebody is here: the page is in sight, and was touched lately. A page
   that is left open says nothing. Where there is a table, it says which one is in sight; one that
   has changed with nobody there is told of as soon as somebody comes back. */
(() => {
  const EVERY = 60_000;
  const LATELY = 5 * 60_000;
  const SIGNS = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"];
  const { url } = document.currentScript.dataset;

  let touchedAt = -Infinity;
  let timer = 0;

  const isSomebodyHere = () => performance.now() - touchedAt <= LATELY;

  function touch() {
    const isBack = !isSomebodyHere();
    touchedAt = performance.now();
    if (isBack && document.querySelector("[data-unattended]")) tell();
  }

  function describeSight() {
    const { game, version } = document.getElementById("table")?.dataset ?? {};
    return game ? new URLSearchParams({ game, version }) : null;
  }

  async function tell() {
    if (document.hidden || !isSomebodyHere()) return;
    const headers = JSON.parse(document.body.getAttribute("hx-headers"));
    try {
      const { ok } = await fetch(url, { method: "POST", headers, body: describeSight() });
      // Signed out, or a page that has aged: the next one tells.
      if (!ok) clearInterval(timer);
    } catch {
      // No connection: perhaps in a minute.
    }
  }

  /* Whoever reloads it, or sends its address on, is there. */
  function tidyAddress() {
    if (new URLSearchParams(location.search).has("unattended")) {
      history.replaceState(history.state, "", location.pathname);
    }
  }

  window.isSomebodyHere = isSomebodyHere;
  tidyAddress();
  for (const sign of SIGNS) addEventListener(sign, touch, { passive: true, capture: true });
  timer = setInterval(tell, EVERY);
})();
