import { expect, test } from "vitest"
import { parseSelect, type SelectItem } from "./select.ts"

/** An item in a canonical text form, independent of how it was written. */
function shown(item: SelectItem): string {
  const alias = item.alias === null ? "" : `${item.alias}=`
  if (item.kind === "embed") {
    const hint = item.hint === null ? "" : ` by ${item.hint}`
    return `${item.spread ? "spread " : ""}${alias}${item.name}${hint} ${item.join}(${item.items.map(shown).join(" ")})`
  }
  const steps =
    item.field?.path.map(({ arrow, key, isIndex }) => `${arrow}${isIndex ? `#${key}` : key}`).join("") ?? ""
  const cast = item.cast === null ? "" : `::${item.cast}`
  const aggregate = item.aggregate === null ? "" : `.${item.aggregate}`
  const last = item.aggregateCast === null ? "" : `::${item.aggregateCast}`
  return `${alias}${item.field?.name ?? ""}${steps}${cast}${aggregate}${last}`
}

test.each([
  ["", ""],
  ["*", "*"],
  ["id,name", "id name"],
  [" id , name ", "id name"],
  ["*,id", "* id"],
  ["first name,Größe,a-b,$1", "first name Größe a-b $1"],
  ['"a,b","say \\"hi\\"","back\\\\slash"', 'a,b say "hi" back\\slash'],
  ["n:name", "n=name"],
  ["n: name", "n=name"],
  ['"full name":name', "full name=name"],
  ["id::text", "id::text"],
  ["n:id::double precision", "n=id::double precision"],
  ["data->a", "data->a"],
  ["data->>a", "data->>a"],
  ["data->a->0->>b", "data->a->#0->>b"],
  ["data->-1", "data->#-1"],
  ["data->10a", "data->10a"],
  ['data->>"a.b"', "data->>a.b"],
  ["v:data->>a::int", "v=data->>a::int"],
  ["count()", ".count"],
  ["c:count()::text", "c=.count::text"],
  ["points.sum()", "points.sum"],
  ["s:points::int.avg()::text", "s=points::int.avg::text"],
  ["counting", "counting"],
  ["teams(*)", "teams left(*)"],
  ["teams()", "teams left()"],
  ["teams( )", "teams left()"],
  [" ", ""],
  ['id, *, ...teams(a) , "a,b"', "id * spread teams left(a) a,b"],
  ["* ,id", "* id"],
  ['n: "a,b"', "n=a,b"],
  ["teams(id) , name", "teams left(id) name"],
  ["id::double precision ,name", "id::double precision name"],
  ["teams( id , name )", "teams left(id name)"],
  ["t:teams!fk!inner(id)", "t=teams by fk inner(id)"],
  ["teams!inner!fk(id)", "teams by fk inner(id)"],
  ["teams!left(id)", "teams left(id)"],
  ["...teams(name)", "spread teams left(name)"],
  ["id,a(b(c),d),e", "id a left(b left(c) d) e"],
])("%j is parsed", (text, expected) => {
  expect(parseSelect(text).map(shown).join(" ")).toBe(expected)
})

const nested = (depth: number) => "a(".repeat(depth) + ")".repeat(depth)

test.each([
  ["id,", 4],
  [",id", 1],
  ["teams(", 7],
  ["teams(id", 9],
  ["teams)", 6],
  ["teams(id))", 10],
  ["a!b!c(id)", 6],
  ["a!b", 4],
  ["id::", 5],
  ["id::regclass", 5],
  ["id:: RegRole", 5],
  ["id::int[]", 8],
  ["id::text;drop", 9],
  ["id::text--", 9],
  ["points.median()", 8],
  ["points.sum", 8],
  ["points.", 8],
  ["points.,id", 8],
  ["teams(points.)", 14],
  ["data->", 7],
  ["id'", 3],
  ['"id', 1],
  ["id(1)=1", 6],
])("%j is refused at column %i", (text, column) => {
  expect(() => parseSelect(text)).toThrow(
    expect.objectContaining({
      status: 400,
      code: "PGRST100",
      message: `"failed to parse select parameter (${text})" (line 1, column ${column})`,
    }),
  )
})

test.each([
  ["a'", `unexpected "'"`],
  ["a(", "unexpected end of input"],
])("%j is refused with the details: %s", (text, details) =>
  expect(() => parseSelect(text)).toThrow(expect.objectContaining({ details })),
)

test("embeds can be nested to a depth that PostgreSQL can plan", () => {
  expect(parseSelect(nested(20))).toHaveLength(1)
  expect(() => parseSelect(nested(21))).toThrow("failed to parse select parameter")
})

test("types that name relations are refused, but not others with the same prefix", () => {
  for (const type of ["regclass", "regnamespace", "regprocedure", "regtype", "regoperator", "regconfig"])
    expect(() => parseSelect(`a::${type}`), type).toThrow("failed to parse")
  expect(parseSelect("a::register")).toHaveLength(1)
})
