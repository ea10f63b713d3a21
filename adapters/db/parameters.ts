/** A bound parameter. */
export interface Parameter {
  /** The value in PostgreSQL's text format; bytes are sent unchanged. */
  value: string | Buffer | null
  /** The OID of the type if it is evident from the value; PostgreSQL infers the others from the statement. */
  type?: "timestamptz" | "boolean" | "bigint" | "bytea" | "jsonb"
}

/**
 * Converts a JavaScript value to a PostgreSQL parameter. An array becomes a PostgreSQL array (bind an array for a json
 * column with `sql.json`); any other object becomes JSON. Throws with code UNDEFINED_VALUE for undefined, even inside
 * an array, because a forgotten value must not become NULL.
 */
export function toParameter(value: unknown): Parameter {
  if (value === null) return { value: null }
  switch (typeof value) {
    case "undefined":
      throw Object.assign(new Error("Undefined values are not allowed"), { code: "UNDEFINED_VALUE" })
    case "boolean":
      return { value: String(value), type: "boolean" }
    case "bigint":
      return { value: String(value), type: "bigint" }
    case "object":
      return fromObject(value)
    default:
      return { value: String(value) }
  }
}

function fromObject(value: object): Parameter {
  if (value instanceof Date) return { value: value.toISOString(), type: "timestamptz" }
  if (value instanceof Uint8Array)
    return { value: Buffer.from(value.buffer, value.byteOffset, value.byteLength), type: "bytea" }
  if (Array.isArray(value)) return { value: arrayText(value) }
  return { value: JSON.stringify(value) }
}

/** https://www.postgresql.org/docs/18/arrays.html#ARRAYS-INPUT */
function arrayText(list: readonly unknown[]): string {
  const items = list.map((one) => {
    if (Array.isArray(one)) return arrayText(one)
    const { value } = toParameter(one)
    if (value === null) return "null"
    const text = typeof value === "string" ? value : `\\x${value.toString("hex")}`
    return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
  })
  return `{${items.join(",")}}`
}
