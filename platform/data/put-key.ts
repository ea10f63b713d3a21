import type { Relation } from "./catalog.ts"
import { DataError } from "./errors.ts"
import type { Branch } from "./tree.ts"

/**
 * The row that the URL of a PUT identifies: every column of its key, each with `eq`. Throws PGRST105 for anything else.
 */
export function keyOfPut({ conditions }: Branch, { key }: Relation): Map<string, string> {
  const found = new Map<string, string>()
  for (const condition of conditions) {
    if (condition.kind !== "filter") throw wrong()
    if (condition.operator !== "eq" || condition.not || condition.quantifier) throw wrong()
    const { field, value } = condition
    if (field.path.length > 0 || !key.includes(field.name)) throw wrong()
    found.set(field.name, String(value))
  }
  if (found.size === 0 || found.size !== key.length) throw wrong()
  return found
}

function wrong(): DataError {
  return new DataError(
    405,
    "PGRST105",
    "Filters must include all and only primary key columns with 'eq' operators",
  )
}
