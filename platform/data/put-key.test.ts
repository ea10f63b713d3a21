/** The row that the URL of a PUT identifies. */
import { expect, test } from "vitest"
import { planted, sampleRelation } from "#test/support/data-api.ts"
import { keyOfPut } from "./put-key.ts"

const keyOf = (address: string) => {
  const [name = ""] = address.split("?")
  return Object.fromEntries(keyOfPut(planted(address), sampleRelation(name)))
}

test.each([
  ["clubs?id=eq.1", { id: "1" }],
  ["clubs?id=eq.1&select=name", { id: "1" }],
  ["results?race_id=eq.2&athlete_id=eq.1", { athlete_id: "1", race_id: "2" }],
])("%s", (address, key) => expect(keyOf(address)).toEqual(key))

test.each([
  "clubs",
  "clubs?name=eq.a",
  "clubs?id=eq.1&name=eq.a",
  "clubs?id=neq.1",
  "clubs?id=in.(1)",
  "clubs?id=is.null",
  "clubs?id=not.eq.1",
  "clubs?id=eq(any).{1}",
  "clubs?id->a=eq.1",
  "clubs?or=(id.eq.1)",
  "clubs?and=(id.eq.1)",
  "results?athlete_id=eq.1",
  "results?athlete_id=eq.1&athlete_id=eq.2",
])("%s does not identify a row", (address) =>
  expect(() => keyOf(address)).toThrow(expect.objectContaining({ status: 405, code: "PGRST105" })),
)

test("in a relation without a key, no row can be identified", () => {
  const view = { ...sampleRelation("clubs"), key: [] }
  for (const address of ["clubs", "clubs?id=eq.1"])
    expect(() => keyOfPut(planted(address), view)).toThrow(expect.objectContaining({ code: "PGRST105" }))
})
