import type { Db } from "#ports/db.ts"
import { connectPostgres, type PostgresDb } from "../postgres.ts"
import { applyInAnyOrder } from "./apply.ts"
import { readComparable, readDefinitions, readRoles } from "./definitions.ts"
import { countObjects } from "./object-counts.ts"
import { copyRows, copySequences, fingerprint } from "./rows.ts"

/** What was copied. */
export interface CopiedServer {
  databases: number
  tables: number
  rows: number
}

/** Connection strings of the superuser on database `postgres`. */
interface Servers {
  from: string
  to: string
}

/**
 * Copies roles and databases from one server to a new, empty one of any version, and compares the two: rows and their
 * checksums, sequences, and the definition of every object. The old server is only read. Throws at the first
 * difference; the new server must then be discarded.
 */
export async function copyServer(servers: Servers): Promise<CopiedServer> {
  const [from, to] = [connect(servers.from), connect(servers.to)]
  try {
    const roles = await readRoles(from)
    refuseFailed(await applyInAnyOrder(to, roles))
    refuseDifferent("roles", new Set(roles), new Set(await readRoles(to)))
    const databases = await from.sql<{ name: string }>`
      select datname as name from pg_database where datallowconn and not datistemplate order by 1`
    const total = { databases: databases.length, tables: 0, rows: 0 }
    for (const { name } of databases) {
      if (name !== "postgres") await to.sql`create database ${to.sql(name)} template template0`
      const [source, target] = [connect(servers.from, name), connect(servers.to, name)]
      try {
        const rows = await copyDatabase(source, target)
        total.tables += rows.length
        total.rows += rows.reduce((sum, count) => sum + count, 0)
      } finally {
        await Promise.all([source.end(), target.end()])
      }
    }
    return total
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

/** Returns the number of rows of each table. */
async function copyDatabase(from: Db, to: Db): Promise<number[]> {
  const { before, after } = await readDefinitions(from)
  const late = await applyInAnyOrder(to, before)
  // A function may depend on an index or a view and has to wait for it; a table must exist before its rows are copied.
  refuseFailed(late.filter(({ statement }) => /^create (unlogged )?table /.test(statement)))
  await copyRows(from, to)
  refuseFailed(await applyInAnyOrder(to, [...late.map(({ statement }) => statement), ...after]))
  await copySequences(from, to)
  const views = await from.sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c where c.relkind = 'm' and c.relispopulated`
  refuseFailed(
    await applyInAnyOrder(
      to,
      views.map(({ name }) => `refresh materialized view ${name}`),
    ),
  )
  await to.sql`analyze`

  refuseDifferent("definitions", await readComparable(from), await readComparable(to))
  refuseDifferent("objects", asSet(await countObjects(from)), asSet(await countObjects(to)))
  const rows = await fingerprint(from)
  refuseDifferent("rows", asSet(rows), asSet(await fingerprint(to)))
  return [...rows.values()].flatMap((text) => (/ rows, /.test(text) ? [Number.parseInt(text, 10)] : []))
}

const session = {
  search_path: "pg_catalog",
  check_function_bodies: "off",
  statement_timeout: "0",
  row_security: "off",
  extra_float_digits: "1",
  DateStyle: "ISO,YMD",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
}

/**
 * One connection with settings that make both servers qualify every name with its schema and format every value in the
 * same way.
 */
function connect(url: string, database = "postgres"): PostgresDb {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  address.searchParams.set("prepare", "false")
  const options = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`)
  address.searchParams.set("options", options.join(" "))
  return connectPostgres({ url: address.href, max: 1, applicationName: "b4m upgrade" })
}

const asSet = (map: Map<string, string>) => new Set([...map].map(([name, value]) => `${name}: ${value}`))

function refuseFailed(failed: { statement: string; reason: string }[]): void {
  const [first] = failed
  if (first)
    throw new Error(`The new server refused a statement of the copy (${first.reason}): ${first.statement}`)
}

function refuseDifferent(what: string, before: Set<string>, after: Set<string>): void {
  const missing = [...before].find((one) => !after.has(one))
  const extra = [...after].find((one) => !before.has(one))
  if (missing === undefined && extra === undefined) return
  const found = [missing && `there was: ${missing}`, extra && `there is: ${extra}`].filter(Boolean).join("\n")
  throw new Error(`The copy differs from the original (${what}):\n${found}`)
}
