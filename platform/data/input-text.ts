import type { Catalog } from "./catalog.ts"
import type { Seals } from "./seals.ts"

/**
 * Writes a JSON value as the text that PostgreSQL reads for a column or argument of `type`, as
 * json_populate_record does: arrays as array literals, composites as row literals, json as it stands.
 * Null stays null.
 */
export function inputText(value: unknown, type: string, catalog: Catalog, seals: Seals): string | null {
  if (value === null || value === undefined) return null
  if (isJson(type)) return seals.writeJson(value)
  if (typeof value === "string") return seals.digitsOf(value) ?? value
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) {
    if (!type.endsWith("[]")) return seals.writeJson(value)
    return arrayLiteral(value, type.slice(0, -2), catalog, seals)
  }
  const fields = compositeFields(type, catalog)
  if (!fields) return seals.writeJson(value)
  const parts = fields.map((field) => {
    const text = inputText((value as Record<string, unknown>)[field.name], field.type, catalog, seals)
    return text === null ? "" : quoted(text)
  })
  return `(${parts.join(",")})`
}

function isJson(type: string): boolean {
  return type === "json" || type === "jsonb"
}

function arrayLiteral(values: unknown[], type: string, catalog: Catalog, seals: Seals): string {
  const items = values.map((value) => {
    if (Array.isArray(value) && !isJson(type)) return arrayLiteral(value, type, catalog, seals)
    const text = inputText(value, type, catalog, seals)
    return text === null ? "NULL" : quoted(text)
  })
  return `{${items.join(",")}}`
}

/** A composite type's fields in order; a table's row type counts as one. */
function compositeFields(type: string, catalog: Catalog): { name: string; type: string }[] | null {
  const [name, schema] = type.replaceAll('"', "").split(".").reverse()
  const custom = catalog.custom_types.find(
    (candidate) => candidate.type === name && (!schema || candidate.schema === schema),
  )
  if (custom?.fields) return custom.fields
  const columns = catalog.columns
    .filter((column) => column.table === name && (!schema || column.schema === schema))
    .sort((a, b) => a.ordinal_position - b.ordinal_position)
  return columns.length > 0 ? columns.map((column) => ({ name: column.name, type: column.type })) : null
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`
}
