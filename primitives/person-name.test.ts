import { expect, test } from "vitest"
import { nameProblem } from "./person-name.ts"

const joiner = "\u200d"
const nonJoiner = "\u200c"

test.each([
  ["a Persian name", `علی${nonJoiner}رضا`],
  ["a Malayalam name that ends with a joiner", `രാജന്${joiner}`],
  ["a Sinhala name", `ශ්${joiner}රී`],
  ["a Bengali name", `র${joiner}্যাম`],
  ["a Hindi name", `क्${nonJoiner}षमा`],
  ["a family", `Kim ${["👨", "👩", "👧"].join(joiner)}`],
  ["a family alone", ["👩", "👩", "👦", "👦"].join(joiner)],
  ["a flag of a country", "Đức 🇻🇳"],
  ["the flag of Wales", "Rhys 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"],
  ["the rainbow flag", `Sam 🏳\ufe0f${joiner}🌈`],
  ["a runner with a skin tone", `Ana 🏃🏽${joiner}♀\ufe0f`],
  ["a Japanese name with a variant", "渡邉\u{e0100}"],
  ["Hebrew", "נועה"],
  ["Chinese", "王小明"],
  ["initials", "J.R.R. Tolkien"],
  ["dots between letters", "will.i.am"],
  ["a saint", "St.John-Smith"],
  ["an apostrophe", "D’Angelo O'Neil"],
  ["a slash", "AC/DC"],
  ["digits", "7"],
])("%s is a name", (_what, name) => {
  expect(nameProblem(name)).toBeNull()
})

test.each([
  ["...", "must have at least one letter"],
  ["- _ -", "must have at least one letter"],
  ["", "must have at least one letter"],
  [nonJoiner, "must have at least one letter"],
  ["\u2800", "must have at least one letter"],
  ["\u3164", "must not have invisible characters"],
  [`Ma${joiner}ra`, "must not have invisible characters"],
  [`Mara${nonJoiner}`, "must not have invisible characters"],
  [`علی${nonJoiner}${nonJoiner}رضا`, "must not have invisible characters"],
  [`علی${nonJoiner}`, "must not have invisible characters"],
  [`👩${joiner}`, "must not have invisible characters"],
  ["Mara\u202essoV", "must not have invisible characters"],
  ["Ma\u00adra", "must not have invisible characters"],
  ["Mara\nVoss", "must not have invisible characters"],
  ["https://spam.example", "must not be a web address"],
  ["Win at https：//spam", "must not be a web address"],
  ["www.spam", "must not be a web address"],
  ["Buy SPAM.COM now", "must not be a web address"],
  ["bit.ly/x", "must not be a web address"],
  ["spam.de/x", "must not be a web address"],
  ["mara@example.com", "must not be a web address"],
])("%j is no name", (name, problem) => {
  expect(nameProblem(name)).toBe(problem)
})
