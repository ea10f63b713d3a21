import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { readDatabaseUrl } from "#primitives/database-url.ts"
import { createListener } from "./listener.ts"

/** After one round every pooler that lends its idle backends last in, first out is known; others take turns. */
const rounds = 3

/**
 * Whether a pooler in transaction mode stands between us and PostgreSQL. Such a pooler lends a backend for one transaction:
 * statements of one connection run in several backends, and several connections share one, so that whatever belongs to
 * a session (prepared statements, LISTEN) is lost or somebody else's.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [connect(url), connect(url)]
  try {
    const first = await backendOf(one)
    for (let round = 0; round < rounds; round++) {
      const isLent = await other.begin(
        async (tx) => (await backendOf(tx)) === first || (await backendOf(one)) !== first,
      )
      if (isLent || (await backendOf(one)) !== first) return true
    }
    return false
  } finally {
    await Promise.all([one.end({ timeout: 2 }), other.end({ timeout: 2 })])
  }
}

/**
 * Whether a notification sent through `url` is heard over `directUrl`: both lead to one database, and the second one is no
 * pooler in transaction mode.
 */
export async function isHeardDirectly(url: string, directUrl: string, withinMs = 5_000): Promise<boolean> {
  const channel = `b4m_check_${randomBytes(8).toString("hex")}`
  const { promise: heard, resolve } = Promise.withResolvers<true>()
  const close = await createListener({ url: directUrl }).listen({ channel, onPayload: () => resolve(true) })
  const sql = connect(url)
  try {
    await sql`select pg_notify(${channel}, '')`
    return await Promise.race([heard, sleep(withinMs, false as const)])
  } finally {
    await Promise.all([sql.end({ timeout: 2 }), close()])
  }
}

function connect(text: string): postgres.Sql {
  const { url, ssl } = readDatabaseUrl(text)
  return postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "b4m start" },
    ...(ssl ? { ssl } : {}),
  })
}

async function backendOf(sql: postgres.ISql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}
