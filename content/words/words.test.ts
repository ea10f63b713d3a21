import { expect, test } from "vitest"
import { testimonials } from "../community.ts"
import type { Control } from "./kind.ts"
import { anyKind, type KindName } from "./kinds.ts"
import { entriesOf, kindNames, type WordsRow, wordsOfContent, wordsWith } from "./words.ts"

const [first, second, third] = testimonials
const row = (slug: string, change: Partial<WordsRow> = {}): WordsRow => ({
  kind: "testimonials",
  slug,
  data: { ...first, athleteId: slug, name: `Changed ${slug}` },
  position: null,
  state: "published",
  ...change,
})
const names = (...rows: WordsRow[]) =>
  wordsWith(rows)
    .list("testimonials")
    .map(({ name }) => name)

test.each(kindNames)("without rows, %s are the very entries of content/", (name: KindName) => {
  const { defaults, shape, slugOf, nameOf, controls, fields, derive } = anyKind(name)
  expect(wordsOfContent.list(name)).toBe(defaults)
  expect(wordsOfContent.isChanged()).toBe(false)
  for (const value of defaults) {
    expect(shape.parse(value), nameOf(value)).toEqual(value)
    expect(wordsOfContent.find(name, slugOf(value))).toBe(value)
    // A form that is saved as it was opened changes nothing.
    const form = pick(fields ? fields(value) : value, controls)
    expect(shape.parse({ ...form, ...derive?.(form, slugOf(value)) }), nameOf(value)).toEqual(value)
  }
  expect(new Set(defaults.map(slugOf)).size).toBe(defaults.length)
  expect(new Set(controls.map((control) => control.name)).size).toBe(controls.length)
})

function pick(fields: Record<string, unknown>, controls: readonly Control[]): Record<string, unknown> {
  const names = new Set(controls.map(({ name }) => name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}

test("a row takes the place of its default, and one without a default comes last", () => {
  expect(names(row("new-one"), row(second.athleteId))).toEqual([
    first.name,
    `Changed ${second.athleteId}`,
    third.name,
    "Changed new-one",
  ])
})

test("rows stand where their position says, between defaults", () => {
  expect(names(row("new-one", { position: 1.5 }), row(first.athleteId, { position: 9 }))).toEqual([
    "Changed new-one",
    second.name,
    third.name,
    `Changed ${first.athleteId}`,
  ])
})

test("hidden entries are on no page, and a draft leaves its default as it is", () => {
  const rows = [
    row(first.athleteId, { state: "hidden" }),
    row(second.athleteId, { state: "draft" }),
    row("new-one", { state: "draft" }),
  ]
  expect(names(...rows)).toEqual([second.name, third.name])
  expect(entriesOf("testimonials", rows).map(({ state }) => state)).toEqual([
    "hidden",
    "draft",
    "default",
    "draft",
  ])
  expect(wordsWith([row("new-one", { state: "draft" })]).isChanged()).toBe(false)
  const words = wordsWith([...rows, row("shown")])
  const own = ["shown", first.athleteId, second.athleteId, third.athleteId, "new-one"]
  expect(own.map((slug) => words.isOwn("testimonials", slug))).toEqual([true, false, false, false, false])
})

test("a row that does not fit its kind, or has none, changes nothing", () => {
  expect(
    names(row(first.athleteId, { data: { quote: "short" } }), row("x", { kind: "constructor" })),
  ).toEqual(testimonials.map(({ name }) => name))
})
