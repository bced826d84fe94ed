"use strict";
/* A play is seen: the card travels, what it takes draws together. Any input ends what is running. */
(() => {
  const PAUSE = 150;
  let before = null;
  let running = [];

  const table = () => document.getElementById("table");
  const box = (element) => element?.getBoundingClientRect();

  function milliseconds(token) {
    const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
    return value.endsWith("ms") ? parseFloat(value) : 1000 * parseFloat(value);
  }

  function code(card) {
    return card.querySelector("use").getAttribute("href").split("#")[1];
  }

  function cards(place) {
    const found = new Map();
    for (const card of document.querySelectorAll(`#${place} .card`)) {
      found.set(code(card), { card, box: box(card) });
    }
    return found;
  }

  function look() {
    const { round, plays } = table().dataset;
    return { round, plays: Number(plays), floor: cards("floor"), hand: cards("hand") };
  }

  /* Where a side's cards come from and go to; on a phone the piles are figures in the score. */
  function home(side) {
    const pile = box(document.getElementById(`pile-${side}`));
    if (pile?.width) return pile;
    return side === "you" ? box(document.querySelector(".pscore")) : box(document.getElementById("backs"));
  }

  function origin(playedCode, side) {
    return before.hand.get(playedCode)?.box || (side === "you" ? home("you") : box(document.getElementById("backs")));
  }

  function path(from, to) {
    return `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y + from.height / 2 - to.y - to.height / 2}px`;
  }

  function run(element, frames, options) {
    const animation = element.animate(frames, { fill: "backwards", ...options });
    running.push(animation);
    return animation;
  }

  function ease() {
    return getComputedStyle(document.documentElement).getPropertyValue("--ease");
  }

  function arrive(card, from) {
    run(card, [{ translate: path(from, box(card)), opacity: 0.4 }, {}], {
      duration: milliseconds("--move"),
      easing: ease(),
    });
  }

  /* A copy flies over the page: the card itself is no longer on the floor. */
  function fly(card, at, stops, delay) {
    const ghost = card.cloneNode(true);
    ghost.classList.add("flight");
    ghost.style.insetInlineStart = "auto";
    ghost.style.left = `${at.x}px`;
    ghost.style.top = `${at.y}px`;
    ghost.style.inlineSize = `${at.width}px`;
    document.body.append(ghost);
    const last = { translate: path(stops.at(-1), at), scale: 0.35, opacity: 0.2 };
    const frames = [...stops.slice(0, -1).map((stop) => ({ translate: path(stop, at) })), last];
    const animation = run(ghost, frames, { delay, duration: milliseconds("--gather"), easing: ease() });
    animation.finished.then(() => ghost.remove(), () => ghost.remove());
  }

  function gather(play, side) {
    const taken = play.took.map((taken) => before.floor.get(taken)).filter(Boolean);
    if (!taken.length) return;
    const meeting = taken[0].box;
    const delay = milliseconds("--move") + PAUSE;
    const played = before.hand.get(play.card)?.card;
    if (played) fly(played, before.hand.get(play.card).box, [origin(play.card, side), meeting, home(side)], 0);
    for (const { card, box: at } of taken) fly(card, at, [at, meeting, home(side)], delay);
  }

  function cheer() {
    const star = document.getElementById("cheer").content.firstElementChild.cloneNode(true);
    table().querySelector(".floor").append(star);
    setTimeout(() => star.remove(), milliseconds("--cheer") + 700);
  }

  /* The plays made since the page was left, the earliest first; the log begins with the latest. */
  function newPlays() {
    const count = Number(table().dataset.plays) - before.plays;
    return [...table().querySelectorAll(".log [data-card]")].slice(0, Math.max(count, 0)).reverse();
  }

  function show() {
    if (!before || before.round !== table().dataset.round || !milliseconds("--move")) return;
    const sides = new Map();
    for (const { dataset } of newPlays()) {
      sides.set(dataset.card, dataset.by);
      gather({ card: dataset.card, took: dataset.took.split(" ").filter(Boolean) }, dataset.by);
      if (dataset.basra) cheer();
    }
    for (const [arrived, { card }] of cards("floor")) {
      if (!before.floor.has(arrived)) arrive(card, origin(arrived, sides.get(arrived)));
    }
  }

  function finish() {
    for (const animation of running) animation.finish();
    running = [];
  }

  document.addEventListener("table:leave", () => (before = look()));
  document.addEventListener("table:arrive", show);
  document.addEventListener("pointerdown", finish);
  document.addEventListener("keydown", finish);
})();
