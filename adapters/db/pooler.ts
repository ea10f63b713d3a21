import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "#ports/db.ts"
import { withoutPreparing } from "#primitives/database-url.ts"
import { createListener } from "./listener.ts"
import { connectPostgres, type PostgresDb } from "./postgres.ts"

/** One round detects every pooler that reuses its idle backends last in, first out; other poolers rotate them. */
const rounds = 3

/**
 * Whether the connection goes through a pooler in transaction mode. Such a pooler assigns a backend for one
 * transaction: statements of one connection run on several backends, and several connections share one, so that session
 * state (prepared statements, LISTEN) is lost or belongs to another client.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [connect(url), connect(url)]
  try {
    const first = await backendOf(one)
    for (let round = 0; round < rounds; round++) {
      const isLent = await other.transaction(
        async (tx) => (await backendOf(tx)) === first || (await backendOf(one)) !== first,
      )
      if (isLent || (await backendOf(one)) !== first) return true
    }
    return false
  } finally {
    await Promise.all([one.end(2), other.end(2)])
  }
}

/**
 * Whether a notification sent through `url` arrives over `directUrl`, which means that both lead to the same database
 * and the second one is not a pooler in transaction mode.
 */
export async function isHeardDirectly(url: string, directUrl: string, withinMs = 5_000): Promise<boolean> {
  const channel = `b4m_check_${randomBytes(8).toString("hex")}`
  const { promise: heard, resolve } = Promise.withResolvers<true>()
  const close = await createListener({ url: directUrl }).listen({ channel, onPayload: () => resolve(true) })
  const db = connect(url)
  try {
    await db.sql`select pg_notify(${channel}, '')`
    return await Promise.race([heard, sleep(withinMs, false as const)])
  } finally {
    await Promise.all([db.end(2), close()])
  }
}

function connect(url: string): PostgresDb {
  return connectPostgres({ url: withoutPreparing(url), max: 1, applicationName: "b4m start" })
}

async function backendOf(db: Db): Promise<number> {
  const [row] = await db.sql<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}
