"use strict";
/* A play is seen: the card travels, what it takes draws together. Any input ends what is running. */
(() => {
  const PAUSE = 150;
  let before = null;
  let running = [];

  const table = () => document.getElementById("table");
  const box = (element) => element.getBoundingClientRect();
  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function milliseconds(name) {
    const value = token(name);
    return value.endsWith("ms") ? parseFloat(value) : 1000 * parseFloat(value);
  }

  /* The cards of a place by their codes, and where they lie in the window. */
  function cards(place) {
    const found = new Map();
    for (const card of document.querySelectorAll(`#${place} .card`)) {
      const code = card.querySelector("use").getAttribute("href").split("#")[1];
      found.set(code, { card, box: box(card) });
    }
    return found;
  }

  function look() {
    const { round, plays } = table().dataset;
    return { round, plays: Number(plays), floor: cards("floor"), hand: cards("hand") };
  }

  /* Where a side's cards go. On a phone the piles are figures in the score. */
  function pile(side) {
    const stack = box(document.getElementById(`pile-${side}`));
    if (stack.width) return stack;
    return box(side === "you" ? document.querySelector(".pscore") : document.getElementById("backs"));
  }

  function origin(code, side) {
    if (before.hand.has(code)) return before.hand.get(code).box;
    return box(document.getElementById(side === "you" ? "hand" : "backs"));
  }

  function path(from, to) {
    const across = from.x + from.width / 2 - to.x - to.width / 2;
    const down = from.y + from.height / 2 - to.y - to.height / 2;
    return `${across}px ${down}px`;
  }

  function run(element, frames, timing) {
    const animation = element.animate(frames, { fill: "backwards", easing: token("--ease"), ...timing });
    running.push(animation);
    return animation;
  }

  /* A copy above the page, for a card that is no longer on the floor. */
  function copy(code, at) {
    const ghost = [...before.floor.values()][0].card.cloneNode(true);
    const use = ghost.querySelector("use");
    ghost.className = `card flight ${code[1].toLowerCase()}`;
    use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${code}`);
    Object.assign(ghost.style, { left: `${at.x}px`, top: `${at.y}px`, inlineSize: `${at.width}px` });
    document.body.append(ghost);
    return ghost;
  }

  function fly(code, { from, meeting, home, over }) {
    const ghost = copy(code, from);
    const arrived = milliseconds("--move") / over;
    const met = arrived + PAUSE / over;
    const frames = [
      { translate: "0 0" },
      { translate: path(meeting.first, from), offset: arrived },
      { translate: path(meeting.first, from), offset: met },
      { translate: path(meeting.last, from), offset: (1 + met) / 2 },
      { translate: path(home, from), scale: 0.4, opacity: 0.3 },
    ];
    const away = () => ghost.remove();
    run(ghost, frames, { duration: over }).finished.then(away, away);
  }

  /* The played card comes to the first of those it takes; they draw together and go to the pile. */
  function gather(play, over) {
    const taken = play.took.filter((code) => before.floor.has(code));
    if (!taken.length) return;
    const last = before.floor.get(taken[0]).box;
    const home = pile(play.by);
    for (const code of taken) {
      const from = before.floor.get(code).box;
      fly(code, { from, meeting: { first: from, last }, home, over });
    }
    fly(play.card, { from: origin(play.card, play.by), meeting: { first: last, last }, home, over });
  }

  function arrive(card, from) {
    run(card, [{ translate: path(from, box(card)), opacity: 0.4 }, {}], { duration: milliseconds("--move") });
  }

  /* What stays keeps its place until the others have been taken. */
  function closeUp(card, from, delay) {
    const moved = path(from, box(card));
    if (moved !== "0px 0px") run(card, [{ translate: moved }, {}], { delay, duration: milliseconds("--move") });
  }

  function cheer() {
    const star = document.getElementById("cheer").content.firstElementChild.cloneNode(true);
    table().querySelector(".floor").append(star);
    setTimeout(() => star.remove(), 2 * milliseconds("--cheer"));
  }

  /* The plays made since the page was left, the earliest first; the log begins with the latest. */
  function newPlays() {
    const count = Math.max(Number(table().dataset.plays) - before.plays, 0);
    const lines = [...table().querySelectorAll(".log [data-card]")].slice(0, count).reverse();
    return lines.map(({ dataset }) => ({ ...dataset, took: dataset.took.split(" ").filter(Boolean) }));
  }

  function show() {
    finish();
    if (!before || before.round !== table().dataset.round || !milliseconds("--move")) return;
    const plays = newPlays();
    const over = milliseconds("--move") + PAUSE + milliseconds("--gather");
    const sides = new Map(plays.map((play) => [play.card, play.by]));
    const isTaken = plays.some((play) => play.took.length);
    for (const play of plays) gather(play, over);
    for (const [code, { card }] of cards("floor")) {
      if (!before.floor.has(code)) arrive(card, origin(code, sides.get(code)));
      else closeUp(card, before.floor.get(code).box, isTaken ? milliseconds("--move") + PAUSE : 0);
    }
    if (plays.some((play) => play.basra)) cheer();
  }

  function finish() {
    for (const animation of running) animation.finish();
    running = [];
  }

  document.addEventListener("table:leave", () => {
    finish();
    before = look();
  });
  document.addEventListener("table:arrive", show);
  document.addEventListener("pointerdown", finish);
  document.addEventListener("keydown", finish);
})();
