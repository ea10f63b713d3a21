import type postgres from "postgres"
import type { Seals } from "./seals.ts"

type ValueType = postgres.PostgresType

/** `2024-01-02 03:04:05.678` as to_json prints it: `2024-01-02T03:04:05.678`. Other forms (infinity) stay. */
export function isoTimestamp(text: string): string {
  return text.replace(" ", "T")
}

/** `2024-01-02 03:04:05.678+00` as to_json prints it: `2024-01-02T03:04:05.678+00:00`. */
export function isoInstant(text: string): string {
  return isoTimestamp(text).replace(/([+-]\d\d)(?=$| BC$)/, "$1:00")
}

/**
 * How values travel between PostgreSQL and a JSON answer: outwards as `to_json` would print them, inwards as the
 * text that the caller wrote. Keyed by postgres.js's and lite's names; the numbers are type oids (pg_type.dat).
 */
export function valueTypes(seals: Seals): Record<string, ValueType> {
  const type = (oid: number, parse: (text: string) => unknown = (text) => text): ValueType => ({
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === "object" ? seals.writeJson(value) : String(value)),
    parse,
  })
  return {
    boolean: type(16, (text) => text === "t"),
    bytea: type(17),
    bigint: type(20, seals.numberFromDatabase),
    real: type(700, seals.numberFromDatabase),
    double: type(701, seals.numberFromDatabase),
    numeric: type(1700, seals.numberFromDatabase),
    timestamp: type(1114, isoTimestamp),
    timestamptz: type(1184, isoInstant),
    json: type(114, seals.jsonFromDatabase),
    jsonb: type(3802, seals.jsonFromDatabase),
  }
}
