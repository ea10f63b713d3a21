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
  // One letter in three is equal, or less.
  ["a", ["azz"], "azz"],
  ["a", ["azzz"], null],
  // A third of the letters alone is not enough: groups of letters have to be shared.
  ["abcdef", ["xbxdxx"], null],
  // Of those that share a group, letters decide.
  ["abcdefgh", ["efghabcdefgh", "abxdexgh"], "abxdexgh"],
  // Groups of three come before groups of two, those at the end included.
  ["xyzab", ["cdab", "xqzaq"], "cdab"],
  // The letters of the fifty that share most are compared, however long a name is.
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
])("%s may mean, of %j, %j", (name, names, meant) => expect(nearest(name, names)).toBe(meant))
