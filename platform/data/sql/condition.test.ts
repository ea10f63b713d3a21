/** Values are passed separately from the statement, never within it. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { planted } from "#test/support/data-api.ts"
import { conditionSql } from "./condition.ts"
import { Statement } from "./statement.ts"

/** The conditions of a request, without their values. */
function conditionsOf(address: string): string {
  const branch = planted(address)
  const statement = new Statement()
  return branch.conditions.map((one) => conditionSql(one, branch, statement)).join(" and ")
}

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
          return conditionsOf(`clubs?name=${operator}.${given}`)
        }
        expect(text(one)).toBe(text(other))
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})
