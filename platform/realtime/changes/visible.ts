import type { Db } from "#ports/db.ts"
import type { Caller, CallerRole } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { nameOfTable, quoteName, type Table } from "./tables.ts"

/**
 * A change with the data on which policies are evaluated; records are JSON texts of the columns used by the policies.
 */
interface Question {
  id: string
  /** The primary key of the row after the change, as texts in the order of the key's columns; null for a deletion. */
  key: readonly (string | null)[] | null
  /** Null for a deletion, and if it was too large to be stored completely. */
  record: string | null
  /** Null for an insertion, and if it was too large to be stored completely. */
  old: string | null
  /** Whether the old record has the same key as the record. */
  keepsKey: boolean
}

/** The parts of a change that a caller may see. */
interface Sight {
  /** The record, as sent. */
  record: boolean
  /** The primary key in the old record. */
  oldKey: boolean
}

/**
 * Whether the answers are the same for everybody with the role: no policy that applies to it asks who reads, or anything but the
 * row.
 */
export function isSameForAll({ policies }: Table, role: CallerRole): boolean {
  return policies.every(({ roles, readsRowAlone }) => readsRowAlone || !roles.includes(role))
}

/** Reads the data on which the table's policies have to be evaluated. */
export async function readQuestions(db: Db, table: Table, ids: readonly string[]): Promise<Question[]> {
  const keys = table.columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  const keyOf = (value: string) =>
    `array(select ${value} ->> name from unnest($2::text[]) with ordinality as k(name, n) order by n)`
  const named = (value: string) =>
    `case when ${value} ?& $3::text[] then
       (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${value}) where key = any($3::text[]))::text end`
  return (await db.query(
    `select id::text as id, case when record is not null then ${keyOf("record")} end as key,
       ${named("record")} as record, ${named("old_record")} as old,
       coalesce(${keyOf("record")} = ${keyOf("old_record")}, false) as "keepsKey"
     from realtime.changes where id = any($1::bigint[])`,
    [ids, keys, table.policyColumns ?? []],
  )) as unknown as Question[]
}

/** A caller with the changes that concern them. */
export interface Asking {
  caller: Caller
  ids: ReadonlySet<string>
}

/** The changes visible to a caller, by id; null if their policies fail. */
export type Visible = ReadonlyMap<string, Sight> | null

/** Callers of one statement: few enough for the time that it may take, and for others to have their turn in between. */
const together = 200
/** How long that is, in ms. */
const defaultWithinMs = 3_000

/**
 * What callers of one role may see of changes, by the table's policies, in the order of the callers. A record has to pass them with
 * the values that are sent, because later versions of the row may have been published; and the caller has to see the row at this
 * moment, because it may have been hidden since, in the same transaction even. So a row that is gone is not seen. One statement
 * decides for many callers, and each of them under their own claims (realtime.sights).
 */
export async function seenBy(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  table: Table,
  asking: readonly Asking[],
  questions: readonly Question[],
  withinMs = defaultWithinMs,
): Promise<Visible[]> {
  if (!table.policyColumns) return asking.map(() => null)
  const round: Round = { db, turn, table, questions, withinMs }
  const parts: Promise<Visible[]>[] = []
  for (let first = 0; first < asking.length; first += together)
    parts.push(seenTogether(round, asking.slice(first, first + together)))
  return (await Promise.all(parts)).flat()
}

interface Round extends Pick<Realtime, "db" | "turn"> {
  table: Table
  questions: readonly Question[]
  withinMs: number
}

async function seenTogether(round: Round, asking: readonly Asking[]): Promise<Visible[]> {
  try {
    return await round.turn(() => ask(round, asking))
  } catch (error) {
    const code = String(Object(error).code)
    // A lost connection is retried.
    if (/^(08|57P|53)/.test(code) || !/^[0-9A-Z]{5}$/.test(code)) throw error
    if (asking.length === 1) return [null]
    // The policies of one took too long, and nobody else must miss the change for that.
    const half = Math.ceil(asking.length / 2)
    const parts = [asking.slice(0, half), asking.slice(half)]
    return (await Promise.all(parts.map((part) => seenTogether(round, part)))).flat()
  }
}

async function ask(
  { db, table, questions, withinMs }: Omit<Round, "turn">,
  asking: readonly Asking[],
): Promise<Visible[]> {
  const role = asking[0]?.caller.role ?? "anon"
  const callers = asking.map(({ caller: { claims, userId }, ids }) => ({
    claims: JSON.stringify({ ...claims, role }),
    sub: userId ?? "",
    ids: `{${[...ids].join()}}`,
  }))
  const asked = questions.map(({ old, keepsKey, ...rest }) => ({ ...rest, old: keepsKey ? null : old }))
  const rows = await db.transaction(async (within) => {
    await within.query(
      "select set_config('statement_timeout', $1, true), set_config('realtime.topic', '', true)",
      [String(withinMs)],
    )
    return within.query("select * from realtime.sights($1, $2::jsonb, $3::jsonb, $4)", [
      role,
      JSON.stringify(callers),
      JSON.stringify(asked),
      sightSql(table, role),
    ])
  })
  const failed = new Set(rows.filter(({ id }) => id === null).map(({ caller }) => caller))
  const seen = asking.map(() => new Map<string, (typeof rows)[number]>())
  for (const row of rows) seen[Number(row.caller)]?.set(String(row.id), row)
  return asking.map(({ ids }, number) => {
    if (failed.has(number)) return null
    const own = questions.filter(({ id }) => ids.has(id))
    return new Map(
      own.map(({ id, keepsKey }) => {
        const { record, old } = seen[number]?.get(id) ?? {}
        return [id, { record: record === true, oldKey: keepsKey || old === true }]
      }),
    )
  })
}

/** Reads `asked` and returns id, record and old, for rows of which at least one is seen. */
function sightSql(table: Table, role: CallerRole): string {
  const keys = table.columns.filter(({ isKey }) => isKey)
  const same = keys.map(
    ({ name, cast }, index) => `t.${quoteName(name)} = (c.q -> 'key' ->> ${index})::${cast}`,
  )
  const passes = passingSql(table, role)
  return `select s.* from asked c cross join lateral (
      select c.q ->> 'id' as id,
        c.q ->> 'record' is not null and ${passes("(c.q ->> 'record')")}
          and exists (select from ${nameOfTable(table)} t where ${same.join(" and ")}) as record,
        c.q ->> 'old' is not null and ${passes("(c.q ->> 'old')")} as old
      offset 0
    ) s where s.record or s.old`
}

/**
 * The table's policies for the caller's role, applied to a record instead of a row of the table. The record is aliased
 * to the table's name, because the catalog's expressions use that to qualify columns where a subquery has others.
 */
function passingSql(table: Table, role: CallerRole): (record: string) => string {
  const own = table.policies.filter(({ roles }) => roles.includes(role))
  const conditions = (isPermissive: boolean) =>
    own.filter((policy) => policy.isPermissive === isPermissive).map(({ condition }) => `(${condition})`)
  const one = conditions(true).join(" or ") || "false"
  const all = [`(${one})`, ...conditions(false)].join(" and ")
  return (record) =>
    `exists (select from jsonb_populate_record(null::${nameOfTable(table)}, ${record}::jsonb) as ${quoteName(table.name)}
       where ${all})`
}
