/**
 * Reports what PostgreSQL is doing while a test takes unusually long: a hanging test ends at its timeout, minutes
 * later, when it no longer shows what it was waiting for.
 */
import { afterEach, beforeEach, inject } from "vitest"

const unusuallyLongMs = 30_000

// A test may replace them with fake timers.
const { setTimeout, clearTimeout } = globalThis

let timer: NodeJS.Timeout | undefined

beforeEach(({ task }) => {
  timer = setTimeout(() => void report(task.name), unusuallyLongMs)
  timer.unref()
})
afterEach(() => clearTimeout(timer))

async function report(test: string): Promise<void> {
  const { connectPostgres } = await import("#adapters/db/postgres.ts")
  const db = connectPostgres({ url: inject("testServerUrl"), max: 1 })
  try {
    const busy = await db.sql`
      select datname, pid, state, concat_ws(' ', wait_event_type, wait_event) as waits, pg_blocking_pids(pid)::text as behind,
        round(extract(epoch from clock_timestamp() - state_change))::text as seconds, left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as query
      from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
      order by state_change limit 12`
    const lines = busy.map(
      (one) =>
        `  ${one.datname} ${one.pid} ${one.state} ${one.seconds} s, waits for "${one.waits}", behind ${one.behind}: ${one.query}`,
    )
    process.stderr.write(
      `\nStill running after ${unusuallyLongMs / 1000} s: ${test}\n${lines.join("\n") || "  PostgreSQL is idle."}\n`,
    )
  } catch (error) {
    process.stderr.write(
      `\nStill running: ${test}; PostgreSQL did not answer (${(error as Error).message})\n`,
    )
  } finally {
    await db.end(1)
  }
}
