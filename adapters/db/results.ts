import pg from "pg"

type Parse = (text: string) => unknown

const asNumber: Parse = (text) => Number(text)
const asBoolean: Parse = (text) => text === "t"
/** An instant. A `date` becomes midnight UTC, regardless of the process's time zone. */
const asDate: Parse = (text) => new Date(text)
const asJson: Parse = (text) => JSON.parse(text)
const asBytes: Parse = (text) => Buffer.from(text.slice(2), "hex")
const asText: Parse = (text) => text

/**
 * How PostgreSQL values are parsed, by the OIDs of a type and of its array (pg_type.dat). Types whose values may not
 * fit a JavaScript number (bigint, numeric) and all unlisted types are returned in PostgreSQL's text format.
 */
const types: readonly [type: number, array: number, parse: Parse][] = [
  [16, 1000, asBoolean],
  [17, 1001, asBytes],
  [18, 1002, asText], // "char"
  [19, 1003, asText], // name
  [20, 1016, asText], // bigint
  [21, 1005, asNumber], // smallint
  [23, 1007, asNumber], // integer
  [25, 1009, asText], // text
  [26, 1028, asNumber], // oid
  [114, 199, asJson],
  [700, 1021, asNumber], // real
  [701, 1022, asNumber], // double precision
  [1042, 1014, asText], // char(n)
  [1043, 1015, asText], // varchar
  [1082, 1182, asDate],
  [1083, 1183, asText], // time
  [1114, 1115, asDate], // timestamp
  [1184, 1185, asDate], // timestamptz
  [1186, 1187, asText], // interval
  [1700, 1231, asText], // numeric
  [2205, 2210, asText], // regclass
  [2206, 2211, asText], // regtype
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson],
]

/** The library's published types describe another function. */
const arrays = pg.types.arrayParser as unknown as {
  create(text: string, parse: Parse): { parse(): unknown[] }
}

const parsers = new Map<number, Parse>(
  types.flatMap(([type, array, parse]): [number, Parse][] => [
    [type, parse],
    [array, (text) => arrays.create(text, parse).parse()],
  ]),
)

/** The value of the driver's option `types`. */
export const resultTypes = {
  getTypeParser: (oid: number): Parse => parsers.get(oid) ?? asText,
}
