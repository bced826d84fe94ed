"use strict";
/* Says once a minute that somebody is here: the page is in sight, and was touched lately. A page
   that is left open says nothing. */
(() => {
  const EVERY = 60_000;
  const LATELY = 5 * 60_000;
  const SIGNS = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"];
  const { url } = document.currentScript.dataset;

  let touchedAt = -Infinity;
  let timer = 0;

  function touch() {
    touchedAt = performance.now();
  }

  async function tell() {
    if (document.hidden || performance.now() - touchedAt > LATELY) return;
    const headers = JSON.parse(document.body.getAttribute("hx-headers"));
    try {
      const { ok } = await fetch(url, { method: "POST", headers });
      // Signed out, or a page that has aged: the next one tells.
      if (!ok) clearInterval(timer);
    } catch {
      // No connection: perhaps in a minute.
    }
  }

  for (const sign of SIGNS) addEventListener(sign, touch, { passive: true, capture: true });
  timer = setInterval(tell, EVERY);
})();
