#!/usr/bin/env python3
"""Checks a shuffle of this site with nothing but Python's standard library (3.8 or newer).

It shares no code with the site: it is written from docs/shuffle.md alone.

    python3 verify_shuffle.py                     the vectors beside this file
    python3 verify_shuffle.py proof.json          a proof downloaded from a finished round
    python3 verify_shuffle.py --seed 00ff... --game abc --round 1 [--dealer 0]
                              [--commitment 12ab...] [--pack "7C 2D ..."] [--version 1]

Without --commitment and --pack it prints what follows from the seed. Exit status 0: all that was
given fits. 1: something does not. 2: the question was not understood.
"""

import argparse
import hashlib
import hmac
import json
import sys
from pathlib import Path

VECTORS = Path(__file__).with_name("shuffle_vectors.json")
RANKS = "A23456789TJQK"
SUITS = "CDHS"


class NotUnderstood(Exception):
    pass


def random_bytes(seed, subject):
    counter = 0
    while True:
        message = f"{subject}:{counter}".encode("ascii")
        yield from hmac.new(seed, message, hashlib.sha256).digest()
        counter += 1


def draw(bound, source):
    usable = 256 // bound * bound
    while True:
        byte = next(source)
        if byte < usable:
            return byte % bound


def derive(seed, game, number):
    """The commitment, the dealer (of round 1 only, else None) and the pack from the top."""
    committed = f"basra-shuffle-1:commitment:{game}:{number}:{seed.hex()}"
    commitment = hashlib.sha256(committed.encode("ascii")).hexdigest()
    dealer = None
    if number == 1:
        dealer = draw(2, random_bytes(seed, f"basra-shuffle-1:dealer:{game}:{number}"))
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    source = random_bytes(seed, f"basra-shuffle-1:pack:{game}:{number}")
    for last in range(51, 0, -1):
        other = draw(last + 1, source)
        pack[last], pack[other] = pack[other], pack[last]
    return {"commitment": commitment, "dealer": dealer, "pack": pack}


def read_case(case):
    try:
        seed = bytes.fromhex(case["seed"])
        game, number, version = case["game"], case["round"], case.get("version", 1)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise NotUnderstood(
            "a proof has a seed (64 hexadecimal digits), a game and a round"
        ) from None
    if version != 1:
        raise NotUnderstood(f"this script knows version 1 of the shuffle, not {version!r}")
    if len(seed) != 32 or not isinstance(game, str) or not game.isascii():
        raise NotUnderstood("a seed has 32 bytes, and a game id is plain text")
    if type(number) is not int or number < 1:
        raise NotUnderstood("rounds are numbered from 1")
    return seed, game, number


def differences(case, found):
    """The names of what was claimed and is not so."""
    wrong = []
    for name in ("commitment", "dealer", "pack"):
        claimed = case.get(name)
        if name == "dealer" and found["dealer"] is None:
            continue  # only the first dealer is drawn; then the deal alternates
        if isinstance(claimed, str) and name == "pack":
            claimed = claimed.split()
        if claimed is not None and claimed != found[name]:
            wrong.append(name)
    return wrong


def check(case):
    """Prints what became of one case; True if all that it claims is so."""
    seed, game, number = read_case(case)
    found = derive(seed, game, number)
    wrong = differences(case, found)
    print(f"game {game}, round {number}: {'WRONG' if wrong else 'fits'}")
    for name in ("commitment", "dealer", "pack"):
        value = " ".join(found[name]) if name == "pack" else found[name]
        if name in wrong or (case.get(name) is None and value is not None):
            print(f"  {name} from the seed: {value}")
    return not wrong


def read_file(path):
    try:
        cases = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise NotUnderstood(f"{path}: {error}") from None
    return cases if isinstance(cases, list) else [cases]


def read_arguments(arguments):
    parser = argparse.ArgumentParser(description="Checks a shuffle from its seed.")
    parser.add_argument("file", nargs="?", default=str(VECTORS), help="a proof, or a list of them")
    parser.add_argument("--seed", help="64 hexadecimal digits")
    parser.add_argument("--game", help="the game's public id")
    parser.add_argument("--round", type=int, default=1)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--dealer", type=int, choices=(0, 1))
    parser.add_argument("--commitment")
    parser.add_argument("--pack", help="52 codes from the top, with spaces between")
    given = vars(parser.parse_args(arguments))
    return [given] if given["seed"] else read_file(given["file"])


def main(arguments):
    try:
        cases = read_arguments(arguments)
        results = [check(case) for case in cases]
    except NotUnderstood as problem:
        print(f"Not understood: {problem}.", file=sys.stderr)
        return 2
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
