/** The tree of a request: which relation each part refers to. */
import { expect, test } from "vitest"
import { planted, sampleCatalog } from "#test/support/data-api.ts"
import { readParameters } from "./grammar/parameters.ts"
import { type Branch, embedNamed, plant } from "./tree.ts"

/** A branch and its embeds as text in a fixed form, without default values. */
function shown(branch: Branch): string {
  const fields = branch.conditions.map((one) => (one.kind === "filter" ? one.field.name : one.kind))
  const order = branch.order.map(({ field }) => field.name)
  const parts = [
    branch.columns.map(({ field }) => field?.name ?? "count()").join(),
    fields.length > 0 ? `where ${fields}` : "",
    order.length > 0 ? `order ${order}` : "",
    branch.limit === null ? "" : `limit ${branch.limit}`,
    branch.offset === 0 ? "" : `offset ${branch.offset}`,
    ...branch.embeds.map((embed) => `${embed.joined}=${shown(embed)}`),
  ]
  return `${branch.alias}(${parts.filter(Boolean).join(" ")})`
}

test.each([
  ["clubs", "clubs(*)"],
  [
    "clubs?select=id,name&id=eq.1&or=(id.eq.1)&order=name&limit=5&offset=2",
    "clubs(id,name where id,or order name limit 5 offset 2)",
  ],
  // The last value wins; conditions and orders accumulate.
  [
    "clubs?limit=5&limit=6&offset=1&offset=2&order=id&order=name&id=gt.1&id=lt.9",
    "clubs(* where id,id order id,name limit 6 offset 2)",
  ],
  ["clubs?select=*,athletes(id)", "clubs(* _e1=athletes_1(id))"],
  [
    "clubs?select=id,athletes(id,results(time_s))&athletes.name=eq.a&athletes.results.limit=1&athletes.order=id&athletes.offset=3&name=eq.b",
    "clubs(id where name _e1=athletes_1(id where name order id offset 3 _e2=results_2(time_s limit 1)))",
  ],
  // Each embed is joined under a unique name at any depth.
  ["athletes?select=clubs(id),passports(number)", "athletes(_e1=clubs_1(id) _e2=passports_1(number))"],
  [
    "clubs?select=a:athletes(id),b:athletes(id)&a.id=eq.1&b.order=id",
    "clubs(_e1=athletes_1(id where id) _e2=athletes_1(id order id))",
  ],
  // The alias takes precedence; the name alone finds the first.
  ["clubs?select=a:athletes(id)&athletes.limit=2", "clubs(_e1=athletes_1(id limit 2))"],
  [
    "clubs?select=fans:athletes(id),athletes:fans(id)&athletes.limit=2",
    "clubs(_e1=athletes_1(id) _e2=athletes_1(id limit 2))",
  ],
  ["athletes?select=clubs(id)&order=clubs(name)", "athletes(order name _e1=clubs_1(id))"],
  [
    "athletes?select=passports(number)&order=passports(number)",
    "athletes(order number _e1=passports_1(number))",
  ],
])("%s", (address, expected) => expect(shown(planted(address))).toBe(expected))

test("a PostgreSQL identifier has at most 63 bytes", () => {
  const name = "x".repeat(70)
  const relation = { schema: "arena", name, view: false, columns: new Map(), key: ["id"] }
  const club = sampleCatalog.relations.get("arena.clubs")
  if (!club) throw new Error("The sample has clubs")
  const key = {
    name: "k",
    schema: "arena",
    table: "clubs",
    columns: ["level"],
    refSchema: "arena",
    refTable: name,
    refColumns: ["id"],
    unique: false,
  }
  const catalog = {
    ...sampleCatalog,
    relations: new Map([...sampleCatalog.relations, [`arena.${name}`, relation]]),
    foreignKeys: [key],
  }
  const parameters = readParameters([["select", `${name}(id)`]])
  const branch = plant(parameters, {
    catalog,
    schema: "arena",
    relation: club,
    name: "clubs",
    aggregates: true,
  })
  expect(branch.embeds.map(({ alias }) => alias)).toEqual([`${"x".repeat(60)}_1`])
})

const refusal = (status: number, code: string, rest: object) =>
  expect.objectContaining({ status, code, ...rest })

test.each([
  ["clubs?select=count()", "PGRST123"],
  ["clubs?select=id.sum()", "PGRST123"],
  ["clubs?select=id,count()", "PGRST123"],
  ["clubs?select=id,athletes(id.max())", "PGRST123"],
])("%s requires aggregates to be allowed", (address, code) => {
  expect(() => planted(address, false)).toThrow(refusal(400, code, {}))
  expect(() => planted(address, true)).not.toThrow()
})

test("queries without aggregates are accepted if they are not allowed", () =>
  expect(shown(planted("clubs?select=id,athletes(id)", false))).toBe("clubs(id _e1=athletes_1(id))"))

test.each([
  ["clubs?select=athletes(id),athletes(name)", "clubs_athletes_1"],
  ["clubs?select=a:athletes(id),a:fans(id)", "clubs_a_1"],
  ["clubs?select=athletes(id),athletes:fans(id)", "clubs_athletes_1"],
  ["athletes?select=clubs(fans(id),fans(id))", "clubs_fans_2"],
])("%s: two embeds have the name %s", (address, table) =>
  expect(() => planted(address)).toThrow(
    refusal(400, "42712", { message: `table name "${table}" specified more than once` }),
  ),
)

test.each([
  ["clubs?athletes.id=eq.1", "athletes"],
  ["clubs?select=athletes(id)&races.order=id", "races"],
  ["clubs?select=athletes(id)&athletes.races.limit=1", "races"],
  ["clubs?select=athletes(id)&athletes.races.offset=1", "races"],
  ["athletes?order=clubs(name)", "clubs"],
])("%s refers to a relation that is not embedded", (address, name) =>
  expect(() => planted(address)).toThrow(
    refusal(400, "PGRST108", {
      message: `'${name}' is not an embedded resource in this request`,
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  ),
)

test("an embed is found by its alias, otherwise by its name", () => {
  const branch = planted("clubs?select=fans:athletes(id),athletes:fans(id),captain(id)")
  const found = (name: string) => embedNamed(branch, name).joined
  expect(["fans", "athletes", "captain"].map(found)).toEqual(["_e1", "_e2", "_e3"])
})

test.each([
  ["clubs?select=athletes(id)&order=athletes(id)", "clubs", "athletes"],
  ["athletes?select=clubs(fans(id))&clubs.order=fans(id)", "clubs_1", "fans"],
])("%s: rows cannot be ordered by a to-many relation", (address, parent, embed) =>
  expect(() => planted(address)).toThrow(
    refusal(400, "PGRST118", {
      message: `A related order on '${embed}' is not possible`,
      details: `'${parent}' and '${embed}' do not form a many-to-one or one-to-one relationship`,
    }),
  ),
)
