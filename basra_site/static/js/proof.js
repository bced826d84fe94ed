/* Works a shuffle out again in the reader's own browser, as docs/shuffle.md tells it, and says in
   words how it compares with what the page shows. */
const VERSION = "1";
const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const ascii = new TextEncoder();

/* The seal, the pack from the top and, for a first round, who deals. */
export async function derive({ seed, game, round }) {
  const bytes = Uint8Array.from(seed.match(/../g), (pair) => Number.parseInt(pair, 16));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const subject = (label) => `basra-shuffle-${VERSION}:${label}:${game}:${round}`;
  return {
    commitment: await digest(`${subject("commitment")}:${seed}`),
    pack: await shuffle(chance(key, subject("pack"))),
    dealer: Number(round) === 1 ? await below(2, chance(key, subject("dealer"))) : null,
  };
}

async function digest(text) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", ascii.encode(text)));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function* chance(key, subject) {
  for (let counter = 0; ; counter += 1) {
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, ascii.encode(`${subject}:${counter}`)));
  }
}

async function below(bound, bytes) {
  const limit = 256 - (256 % bound);
  for (;;) {
    const { value } = await bytes.next();
    if (value < limit) return value % bound;
  }
}

async function shuffle(bytes) {
  const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, bytes);
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}

function read(section) {
  const shown = (name) => section.querySelector(`[data-shown="${name}"]`).textContent.trim();
  const { version, pack, dealer } = section.dataset;
  const values = ["seed", "game", "round", "commitment"].map((name) => [name, shown(name)]);
  return { ...Object.fromEntries(values), version, pack, dealer };
}

function listWrong(claimed, found) {
  const wrong = [];
  if (claimed.commitment !== found.commitment) wrong.push("commitment");
  if (claimed.pack !== found.pack.join(" ")) wrong.push("pack");
  if (found.dealer !== null && claimed.dealer !== String(found.dealer)) wrong.push("dealer");
  return wrong;
}

async function check(section) {
  const claimed = read(section);
  const canCheck = globalThis.crypto?.subtle && claimed.version === VERSION;
  if (!canCheck) return say(section, "unable");
  if (!/^[0-9a-f]{64}$/.test(claimed.seed)) return say(section, "wrong", ["seed"]);
  const wrong = listWrong(claimed, await derive(claimed));
  return wrong.length ? say(section, "wrong", wrong) : say(section, "fits");
}

function say(section, outcome, wrong = []) {
  for (const name of wrong) section.querySelector(`[data-wrong="${name}"]`).hidden = false;
  section.querySelector(`[data-found="${outcome}"]`).hidden = false;
}

document.querySelectorAll("[data-proof]").forEach(check);
