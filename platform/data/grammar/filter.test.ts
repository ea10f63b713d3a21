import { expect, test } from "vitest"
import { type Condition, isFilter, parseFilter, parseLogic } from "./filter.ts"

const field = { name: "a", path: [] }

/** A condition as text in a fixed format. */
function shown(one: Condition): string {
  const not = one.not ? "not " : ""
  if (one.kind !== "filter") return `${not}${one.kind}(${one.parts.map(shown).join("; ")})`
  const path = one.field.path.map(({ arrow, key }) => arrow + key).join("")
  const of = one.quantifier ?? one.language
  return `${not}${one.field.name}${path} ${one.operator}${of === null ? "" : `<${of}>`} ${JSON.stringify(one.value)}`
}

test.each([
  ["eq.1", 'a eq "1"'],
  ["eq.", 'a eq ""'],
  ["not.eq.1", 'not a eq "1"'],
  ["eq.a,b)c.d", 'a eq "a,b)c.d"'],
  ['eq."quoted"', 'a eq "\\"quoted\\""'],
  ["like(any).{a*,b*}", 'a like<any> "{a*,b*}"'],
  ["gte(all).{1,2}", 'a gte<all> "{1,2}"'],
  ["fts(english).run & swim", 'a fts<english> "run & swim"'],
  ["wfts.run", 'a wfts "run"'],
  ["is.null", 'a is "null"'],
  ["is.NOT_NULL", 'a is "not_null"'],
  ["not.is.true", 'not a is "true"'],
  ["isdistinct.1", 'a isdistinct "1"'],
  ["in.(1,2)", 'a in ["1","2"]'],
  ["in.()", "a in []"],
  ["in.(1)", 'a in ["1"]'],
  ["in.(,)", 'a in ["",""]'],
  ['in.("a,b",c)', 'a in ["a,b","c"]'],
  ['in.("a)b")', 'a in ["a)b"]'],
  ['in.("say "hi"",b)', 'a in ["say \\"hi\\"","b"]'],
  ['in.("\\"","\\\\")', 'a in ["\\"","\\\\"]'],
  ["cs.{a,b}", 'a cs "{a,b}"'],
  ["nxr.(1,10)", 'a nxr "(1,10)"'],
])("the filter %j is parsed", (text, expected) => {
  expect(isFilter(text)).toBe(true)
  expect(shown(parseFilter(field, text))).toBe(expected)
})

test.each([
  ["", 1],
  ["1", 1],
  ["eq", 1],
  ["EQ.1", 1],
  ["not.", 5],
  ["not.not.eq.1", 5],
  ["eq(some).1", 1],
  ["in(any).(1)", 1],
  ["fts(a;b).c", 1],
  ["is.1", 4],
  ["is.nul", 4],
  ["in.1,2", 4],
  ["in.(1,2", 8],
  ["in.(1)x", 7],
])("the filter %j is refused at column %i", (text, column) => {
  expect(() => parseFilter(field, text)).toThrow(
    expect.objectContaining({
      status: 400,
      code: "PGRST100",
      message: `"failed to parse filter (${text})" (line 1, column ${column})`,
    }),
  )
})

test.each(["a", "eq", "1.5", "equal.1", "not.a"])(
  "%j is the argument of a function, not a filter",
  (text) => {
    expect(isFilter(text)).toBe(false)
  },
)

test.each([
  ["(a.eq.1,b.eq.2)", 'or(a eq "1"; b eq "2")'],
  ["( a.eq.1 , b.eq.2 )", 'or(a eq "1 "; b eq "2 ")'],
  ["(a.eq.1)", 'or(a eq "1")'],
  ["(a.eq.,b.eq.2)", 'or(a eq ""; b eq "2")'],
  ["(a.not.eq.1,not.and(b.eq.2,c.eq.3))", 'or(not a eq "1"; not and(b eq "2"; c eq "3"))'],
  ["(and(a.eq.1,or(b.eq.2,c.eq.3)),d.is.null)", 'or(and(a eq "1"; or(b eq "2"; c eq "3")); d is "null")'],
  ["(and.eq.1,or.eq.2)", 'or(and eq "1"; or eq "2")'],
  ['( and(a.eq.1) , "b".in.(1) , c.eq."x")', 'or(and(a eq "1"); b in ["1"]; c eq "x")'],
  ['(a.eq."x,y)",b.eq.2)', 'or(a eq "x,y)"; b eq "2")'],
  ['(a.eq."x"y,b.eq.2)', 'or(a eq "\\"x\\"y"; b eq "2")'],
  ["(a.in.(1,2),b.eq.3)", 'or(a in ["1","2"]; b eq "3")'],
  ["(a.cs.{1,2},b.eq.3)", 'or(a cs "{1,2}"; b eq "3")'],
  ["(a.eq(any).{1,2},b.eq.3)", 'or(a eq<any> "{1,2}"; b eq "3")'],
  ["(data->>k.eq.1,data->0->b.eq.2)", 'or(data->>k eq "1"; data->0->b eq "2")'],
  ['("a.b".eq.1)', 'or(a.b eq "1")'],
])("the logic %j is parsed", (text, expected) => {
  expect(shown(parseLogic("or", false, text))).toBe(expected)
})

test.each([
  ["", 1],
  ["()", 2],
  ["(a.eq.1", 8],
  ["(a.eq.1,)", 9],
  ["(a.eq.1)b", 9],
  ["(a.eq.1))", 9],
  ["(a)", 3],
  ["(a.1)", 4],
  ["(a.is.x)", 7],
  ["(and())", 6],
  ["a.eq.1", 1],
])("the logic %j is refused at column %i", (text, column) => {
  expect(() => parseLogic("and", false, text)).toThrow(
    expect.objectContaining({
      code: "PGRST100",
      message: `"failed to parse logic tree (${text})" (line 1, column ${column})`,
    }),
  )
})

test("nested conditions are limited to a depth that PostgreSQL's stack can handle", () => {
  const nested = (depth: number) => `${"(and".repeat(depth - 1)}(a.eq.1)${")".repeat(depth - 1)}`
  expect(parseLogic("and", false, nested(50)).parts).toHaveLength(1)
  expect(() => parseLogic("and", false, nested(51))).toThrow("failed to parse logic tree")
})
