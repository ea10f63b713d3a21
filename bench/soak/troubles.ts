import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "#ports/db.ts"
import type { Program } from "#test/e2e/support/program.ts"
import { postgresProcesses } from "#test/support/postgres-processes.ts"

interface Troubled {
  /** A connection that bypasses the pooler. */
  db: Db
  /** The folder of the database. */
  dataDir: string
  site: Program
  minutes: number
  /** Names the next phase in the printed statuses. */
  enter(phase: string): void
}

const endings = 12
/** Load before and after the database is frozen, in ms. */
const besideMs = 20_000
/** How long the site may take to recover automatically, in ms. */
const wellWithinMs = 60_000
const stopWithinMs = 30_000

/** Ends all connections to the database twelve times. */
export async function endConnections({ db, minutes }: Troubled): Promise<void> {
  for (let n = 0; n <= endings; n++) {
    await sleep((minutes * 60_000) / (endings + 1))
    if (n < endings)
      await db.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
  }
}

/**
 * Stops all processes of the database for the given number of minutes, resumes them, and waits until the site is ready
 * again automatically.
 */
export async function freezeDatabase({ dataDir, site, minutes, enter }: Troubled): Promise<void> {
  const postgres = postgresProcesses(dataDir)
  await sleep(besideMs)
  enter("frozen")
  await postgres.freeze()
  await sleep(minutes * 60_000).finally(() => postgres.thaw())
  enter("thawed")
  const thawedAt = performance.now()
  for (let reason = await notReady(site.url); reason; reason = await notReady(site.url)) {
    if (performance.now() - thawedAt > wellWithinMs) throw new Error(`The site is not ready again: ${reason}`)
    await sleep(200)
  }
  print(`ready ${seconds(performance.now() - thawedAt)} s after the thaw`)
  // Requests in progress at that moment.
  await sleep(10_000)
  enter("well again")
  await sleep(besideMs)
}

/** Whether the site ends in time on SIGTERM while the database is frozen and requests wait for it. */
export async function stopsWhileFrozen({
  dataDir,
  site,
}: Pick<Troubled, "dataDir" | "site">): Promise<boolean> {
  const postgres = postgresProcesses(dataDir)
  await postgres.freeze()
  try {
    const waiting = Array.from({ length: 20 }, () => fetch(`${site.url}/newsletter/issues`).catch(() => {}))
    await sleep(1_000)
    const askedAt = performance.now()
    const { code } = await site.stop()
    const ms = performance.now() - askedAt
    print(`ended ${seconds(ms)} s after SIGTERM while the database was frozen, with code ${code}`)
    await Promise.all(waiting)
    return ms <= stopWithinMs
  } finally {
    await postgres.thaw()
  }
}

/** The reason why it is not ready, from /ready; null if it is. */
const notReady = (url: string) =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (answer.ok ? null : await answer.text()),
    () => "/ready did not answer",
  )
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const print = (line: string) => void process.stdout.write(`${line}\n`)
