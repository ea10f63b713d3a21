/** A value as it is bound. */
export interface Parameter {
  /** The text that PostgreSQL reads; bytes travel as they are. */
  value: string | Buffer | null
  /** The type of a value whose type shows; PostgreSQL infers the others from the statement. */
  type?: "timestamptz" | "boolean" | "bigint" | "bytea" | "jsonb"
}

/**
 * A value of JavaScript as PostgreSQL reads it. A list is an array of PostgreSQL (a list for a json column is bound with
 * `sql.json`), any other object is JSON. Throws with code UNDEFINED_VALUE for undefined, also inside of a list: what was
 * forgotten must not become NULL.
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
