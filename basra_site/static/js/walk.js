"use strict";
/* Arrow keys walk through the moves, the way one reads. */
(() => {
  const isRightToLeft = document.documentElement.dir === "rtl";
  const steps = isRightToLeft
    ? { ArrowLeft: "next", ArrowRight: "prev" }
    : { ArrowLeft: "prev", ArrowRight: "next" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    const link = document.querySelector(`a[rel="${steps[event.key]}"]`);
    if (link) link.click();
  });
})();
