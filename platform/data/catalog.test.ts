import { expect, test } from "vitest"
import { sampleCatalog, sampleRelation } from "#test/support/data-api.ts"
import { isPartOfKey, relationsOf } from "./catalog.ts"

test("a schema contains only its own relations", () => {
  const club = sampleRelation("clubs")
  const relations = new Map([...sampleCatalog.relations, ["shop.clubs", { ...club, schema: "shop" }]])
  const names = (schema: string) =>
    relationsOf({ ...sampleCatalog, relations }, schema).map((one) => `${one.schema}.${one.name}`)
  expect(names("shop")).toEqual(["shop.clubs"])
  expect(names("arena")).toHaveLength(5)
  expect(names("nowhere")).toEqual([])
})

test.each([
  ["results", ["athlete_id", "race_id"], true],
  ["results", ["race_id"], true],
  ["results", ["race_id", "time_s"], false],
  ["results", ["time_s"], false],
])("the key of %s contains all of %j: %s", (name, columns, has) =>
  expect(isPartOfKey(sampleRelation(name), columns)).toBe(has),
)
