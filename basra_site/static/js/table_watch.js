"use strict";
/* While one waits: asks whether the table has moved on, and never in a tab that nobody sees. Where
   nobody has touched the page for a while, what it fetches is marked: they may not have seen it. */
(() => {
  const SLOWEST = 60_000;
  const FAILURES_BEFORE_NOTE = 2;
  const RELOADED = "basra-reloaded-at";

  let timer = 0;
  let failures = 0;
  let asking = false;

  const table = () => document.getElementById("table");
  const isWaiting = () => "every" in table().dataset;

  function schedule() {
    clearTimeout(timer);
    if (!isWaiting() && !failures) return;
    const every = 1000 * Number(table().dataset.every || 15);
    timer = setTimeout(ask, Math.min(every * 2 ** failures, SLOWEST));
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden || asking) return;
    asking = true;
    try {
      await answer(table());
    } finally {
      asking = false;
    }
  }

  async function answer(asked) {
    let response;
    try {
      // The token in the address is enough: without cookies the server opens no session.
      response = await fetch(asked.dataset.versionUrl, { credentials: "omit", cache: "no-store" });
    } catch {
      return lose();
    }
    if (asked !== table()) return schedule();
    if (response.status === 204) return find();
    if (response.status === 200) return show();
    if (response.status === 404) return startAgain();
    return lose();
  }

  function show() {
    const { page } = table().dataset;
    const address = window.isSomebodyHere() ? page : `${page}&unattended`;
    return window.htmx.ajax("GET", address, { target: "#table", swap: "outerHTML" });
  }

  /* The token has aged: a whole page brings a new one, and so does a table that nobody looks at.
     Once a minute at most. */
  function startAgain() {
    const last = Number(sessionStorage.getItem(RELOADED) || 0);
    if (Date.now() - last < SLOWEST) return lose();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return window.isSomebodyHere() ? location.reload() : show();
  }

  function find() {
    failures = 0;
    note();
    schedule();
  }

  function lose() {
    failures += 1;
    note();
    schedule();
  }

  function note() {
    const offline = table().querySelector(".offline");
    offline.hidden = failures < FAILURES_BEFORE_NOTE;
  }

  document.addEventListener("table:arrive", find);
  document.addEventListener("table:lost", () => {
    failures = Math.max(failures, FAILURES_BEFORE_NOTE - 1);
    lose();
  });
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());
  schedule();
})();
