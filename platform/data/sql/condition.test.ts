/** The conditions of a statement, and their parameter values. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { planted } from "#test/support/data-api.ts"
import { conditionSql, fieldSql } from "./condition.ts"
import { Statement } from "./statement.ts"

/** The conditions of a request followed by their values after a bar. */
function shown(address: string): string {
  const branch = planted(address)
  const statement = new Statement()
  const texts = branch.conditions.map((one) => conditionSql(one, branch, statement))
  return [texts.join(" and "), ...statement.values].join(" | ")
}

test.each([
  ["id=eq.1", '"clubs"."id" = $1 | 1'],
  ["id=neq.1", '"clubs"."id" <> $1 | 1'],
  ["id=gt.1", '"clubs"."id" > $1 | 1'],
  ["id=gte.1", '"clubs"."id" >= $1 | 1'],
  ["id=lt.1", '"clubs"."id" < $1 | 1'],
  ["id=lte.1", '"clubs"."id" <= $1 | 1'],
  ["id=isdistinct.1", '"clubs"."id" is distinct from $1 | 1'],
  ["name=match.^a*", '"clubs"."name" ~ $1 | ^a*'],
  ["name=imatch.^a*", '"clubs"."name" ~* $1 | ^a*'],
  ["name=cs.{a,*}", '"clubs"."name" @> $1 | {a,*}'],
  ["name=cd.{a}", '"clubs"."name" <@ $1 | {a}'],
  ["name=ov.[1,2]", '"clubs"."name" && $1 | [1,2]'],
  ["name=sl.[1,2]", '"clubs"."name" << $1 | [1,2]'],
  ["name=sr.[1,2]", '"clubs"."name" >> $1 | [1,2]'],
  ["name=nxr.[1,2]", '"clubs"."name" &< $1 | [1,2]'],
  ["name=nxl.[1,2]", '"clubs"."name" &> $1 | [1,2]'],
  ["name=adj.[1,2]", '"clubs"."name" -|- $1 | [1,2]'],
  // An asterisk is a wildcard only in like.
  ["name=like.*a*", '"clubs"."name" like $1 | %a%'],
  ["name=ilike.a*", '"clubs"."name" ilike $1 | a%'],
  ["name=eq.*a*", '"clubs"."name" = $1 | *a*'],
  ["name=like(any).{a*,b}", '"clubs"."name" like any ($1) | {a%,b}'],
  ["id=gt(all).{1,2}", '"clubs"."id" > all ($1) | {1,2}'],
  ["id=in.(1,2)", '"clubs"."id" = any ($1) | {"1","2"}'],
  ["id=in.()", '"clubs"."id" = any ($1) | {}'],
  ['name=in.("a,b",c"d)', '"clubs"."name" = any ($1) | {"a,b","c\\"d"}'],
  ["id=is.null", '"clubs"."id" is null'],
  ["id=is.not_null", '"clubs"."id" is not null'],
  ["id=is.true", '"clubs"."id" is true'],
  ["id=is.FALSE", '"clubs"."id" is false'],
  ["id=is.unknown", '"clubs"."id" is unknown'],
  ["id=not.eq.1", 'not ("clubs"."id" = $1) | 1'],
  ["id=not.is.null", 'not ("clubs"."id" is null)'],
  ["id=not.in.(1)", 'not ("clubs"."id" = any ($1)) | {"1"}'],
  ["id=gt.1&id=lt.5", '"clubs"."id" > $1 and "clubs"."id" < $2 | 1 | 5'],
  ["or=(id.eq.1,name.eq.a)", '("clubs"."id" = $1 or "clubs"."name" = $2) | 1 | a'],
  ["and=(id.eq.1,name.eq.a)", '("clubs"."id" = $1 and "clubs"."name" = $2) | 1 | a'],
  ["not.or=(id.eq.1,name.not.eq.a)", 'not ("clubs"."id" = $1 or not ("clubs"."name" = $2)) | 1 | a'],
  [
    "or=(id.eq.1,not.and(id.gt.2,id.lt.5))",
    '("clubs"."id" = $1 or not ("clubs"."id" > $2 and "clubs"."id" < $3)) | 1 | 2 | 5',
  ],
  // Equal values share a parameter.
  ["id=eq.1&name=eq.1", '"clubs"."id" = $1 and "clubs"."name" = $1 | 1'],
  ['"a\\"b"=eq.1', '"clubs"."a""b" = $1 | 1'],
])("clubs?%s", (query, expected) => expect(shown(`clubs?${query}`)).toBe(expected))

test.each([
  ["settings->a=eq.1", '("athletes"."settings"->$1::text) = $2 | a | 1'],
  ["settings->>a=eq.1", '("athletes"."settings"->>$1::text) = $2 | a | 1'],
  ["settings->0->>a=is.null", '("athletes"."settings"->0->>$1::text) is null | a'],
  ["settings->-1=is.null", '("athletes"."settings"->-1) is null'],
  ["raw->>a=is.null", '("athletes"."raw"->>$1::text) is null | a'],
  // Other values are converted to json: the elements of arrays, the fields of composites.
  ["tags->0=eq.1", '(to_jsonb("athletes"."tags")->0) = $1 | 1'],
  ["nobody->a=is.null", '(to_jsonb("athletes"."nobody")->$1::text) is null | a'],
])("a JSON path: athletes?%s", (query, expected) => expect(shown(`athletes?${query}`)).toBe(expected))

test.each([
  ["words=fts.run", '"athletes"."words" @@ to_tsquery($1::text) | run'],
  ["words=plfts.run", '"athletes"."words" @@ plainto_tsquery($1::text) | run'],
  ["words=phfts.run", '"athletes"."words" @@ phraseto_tsquery($1::text) | run'],
  [
    "words=wfts(english).run",
    '"athletes"."words" @@ websearch_to_tsquery($1::regconfig, $2::text) | english | run',
  ],
  ["words=not.fts.run", 'not ("athletes"."words" @@ to_tsquery($1::text)) | run'],
  ["name=fts.run", 'to_tsvector("athletes"."name") @@ to_tsquery($1::text) | run'],
  ["nobody=fts.run", 'to_tsvector("athletes"."nobody") @@ to_tsquery($1::text) | run'],
  [
    "name=fts(german).run",
    'to_tsvector($1::regconfig, "athletes"."name") @@ to_tsquery($1::regconfig, $2::text) | german | run',
  ],
  [
    "words->a=fts.run",
    'to_tsvector((to_jsonb("athletes"."words")->$1::text)) @@ to_tsquery($2::text) | a | run',
  ],
])("a text search: athletes?%s", (query, expected) => expect(shown(`athletes?${query}`)).toBe(expected))

test.each([
  // Existence of a related row, to one and to many.
  ["athletes?select=clubs(id)&clubs=is.null", '"_e1" is not distinct from null'],
  ["athletes?select=clubs(id)&clubs=not.is.null", 'not ("_e1" is not distinct from null)'],
  ["athletes?select=clubs(id)&clubs=is.not_null", '"_e1" is distinct from null'],
  ["clubs?select=athletes(id)&athletes=is.null", '"_e1"."_e1" is not distinct from null'],
  ["clubs?select=a:athletes(id)&a=is.null", '"_e1"."_e1" is not distinct from null'],
  [
    "athletes?select=clubs(id)&or=(clubs.is.null,id.eq.1)",
    '("_e1" is not distinct from null or "athletes"."id" = $1) | 1',
  ],
  // A column of that name takes precedence; the original name of an aliased embed does not match, and neither do other
  // operators.
  ["clubs?select=name:athletes(id)&name=is.null", '"clubs"."name" is null'],
  ["clubs?select=a:athletes(id)&athletes=is.null", '"clubs"."athletes" is null'],
  ["clubs?select=captain(id),athletes(id)&athletes=is.null", '"_e2"."_e2" is not distinct from null'],
  ["clubs?select=athletes(id)&athletes=eq.1", '"clubs"."athletes" = $1 | 1'],
  ["clubs?select=athletes(id)&athletes->a=is.null", '(to_jsonb("clubs"."athletes")->$1::text) is null | a'],
  ["clubs?select=athletes(id)&fans=is.null", '"clubs"."fans" is null'],
])("an embed as a condition: %s", (address, expected) => expect(shown(address)).toBe(expected))

test("a field of a function's rows whose relation is unknown", () => {
  const branch = { ...planted("clubs"), relation: null, alias: 'a"b' }
  const statement = new Statement()
  expect(fieldSql({ name: "*", path: [] }, branch, statement)).toBe('"a""b".*')
  expect(fieldSql({ name: "x", path: [] }, branch, statement)).toBe('"a""b"."x"')
  const path = [{ arrow: "->" as const, key: "k", isIndex: false }]
  expect(fieldSql({ name: "x", path }, branch, statement)).toBe('(to_jsonb("a""b"."x")->$1::text)')
})

test.each([
  ["x=is.null", '"clubs"."x" is null'],
  ["x=fts.run", 'to_tsvector("clubs"."x") @@ to_tsquery($1::text)'],
])("a condition on a function's rows: %s", (query, expected) => {
  const branch = { ...planted(`clubs?${query}`), relation: null }
  expect(branch.conditions.map((one) => conditionSql(one, branch, new Statement()))).toEqual([expected])
})

test("no value becomes part of the statement, whatever it contains", () => {
  const operator = fc.constantFrom("eq", "like", "isdistinct", "cs", "fts", "in", "eq(any)")
  fc.assert(
    fc.property(
      operator,
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1 }),
      (operator, one, other) => {
        const text = (value: string) => {
          const given = encodeURIComponent(
            operator === "in" ? `("${value.replace(/["\\]/g, "\\$&")}")` : value,
          )
          return shown(`clubs?name=${operator}.${given}`).split(" | ")[0]
        }
        expect(text(one)).toBe(text(other))
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})
