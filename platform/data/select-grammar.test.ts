import { expect, test } from "vitest"
import { parseEmbeds } from "./select-grammar.ts"

const embed = (name: string, more: object = {}) => ({
  name,
  alias: null,
  hints: [],
  spread: false,
  embeds: [],
  ...more,
})

test.each([
  ["*", []],
  ["id,name::text,n:name,data->a->>b,x:data->>a", []],
  ["count(),total:id.sum(),id.sum()::text,count", []],
  ["clubs(*)", [embed("clubs")]],
  ["clubs()", [embed("clubs")]],
  ["id, a : clubs ( id , count() )", [embed("clubs", { alias: "a" })]],
  ["...clubs(name)", [embed("clubs", { spread: true })]],
  ["a:clubs!fk!inner(id)", [embed("clubs", { alias: "a", hints: ["fk", "inner"] })]],
  ['"a,(b":"x.y"!"h""("()'.replace('""', ""), [embed("x.y", { alias: "a,(b", hints: ["h("] })]],
  [
    "a(b(c(*)),d()),e()",
    [embed("a", { embeds: [embed("b", { embeds: [embed("c")] }), embed("d")] }), embed("e")],
  ],
])("%s", (select, embeds) => {
  expect(parseEmbeds(select)).toEqual(embeds)
})

test.each([
  "clubs(",
  "clubs)",
  "clubs(*))",
  "clubs(*)(id)",
  "...a:clubs()",
  "hidden.secrets()",
  '"hidden"."secrets"()',
  "a:b:clubs(*)",
  "clubs!(id)",
  "(id)",
  "a(".repeat(21) + ")".repeat(21),
])("%s is outside the grammar", (select) => {
  expect(() => parseEmbeds(select)).toThrow(expect.objectContaining({ status: 400, code: "PGRST100" }))
})
