import { expect, test } from "vitest"
import { nearest } from "./nearest.ts"

test.each<[string, string[], string | null]>([
  ["athlets", ["clubs", "athletes", "athlete_days"], "athletes"],
  ["ATHLETES", ["clubs", "athletes"], "athletes"],
  ["xy", ["xz"], "xz"],
  ["ab", ["cd"], null],
  ["athletes", [], null],
  ["abcdefgh", ["abz"], null],
  ["abcdefgh", ["abcz"], "abcz"],
  ["a".repeat(63), ["a".repeat(62)], "a".repeat(62)],
  ["a".repeat(64), ["a".repeat(64)], null],
  ["season", ["seasons", "season"], "season"],
  // At most one letter in three is equal.
  ["a", ["azz"], "azz"],
  ["a", ["azzz"], null],
  // A third of the letters alone is not enough: names must also share n-grams.
  ["abcdef", ["xbxdxx"], null],
  // Among names that share an n-gram, equal letters decide.
  ["abcdefgh", ["efghabcdefgh", "abxdexgh"], "abxdexgh"],
  // Trigrams come before bigrams, including those at the ends.
  ["xyzab", ["cdab", "xqzaq"], "cdab"],
  // Letters are compared for the fifty names that share the most n-grams, regardless of their lengths.
  ["abcdefgh", ["abxdexgh", ...Array(49).fill("efghabcd")], "abxdexgh"],
  ["abcdefgh", ["abxdexgh", ...Array(50).fill("efghabcd")], null],
  [
    "abcdefghijklmnop",
    [
      `abcdefghijklmnop${"qrstuvwxyz0123456789".repeat(2).slice(0, 32)}`,
      ...Array(50).fill("ijklmnopabcdefgh"),
    ],
    null,
  ],
])("for %s, the nearest of %j is %j", (name, names, meant) => expect(nearest(name, names)).toBe(meant))
