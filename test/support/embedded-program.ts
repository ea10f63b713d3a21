/**
 * A process that uses the embedded database, for tests that kill it: `node embedded-program.ts <folder>
 * [write]`. Prints one line of JSON when the database is ready; exits cleanly when its input closes. With
 * `write` it inserts numbers from several connections concurrently and prints `ack <writer> <number>` after
 * each commit, `failed <writer> <number>` after each error.
 */

import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import type { Db } from "#ports/db.ts"
import { collectLog } from "./collected-log.ts"

const WRITERS = 4

const [folder = "", task] = process.argv.slice(2)
const log = collectLog()
const started = performance.now()
const embedded = await startEmbedded({ dataDir: folder, log, purpose: task ?? "test program" })
const { url, dataDir, notes } = embedded
process.stdout.write(
  `${JSON.stringify({ url, dataDir, notes, ms: Math.round(performance.now() - started) })}\n`,
)
process.stdin.once("end", () => embedded.stop().then(() => process.exit(0)))
process.stdin.resume()

if (task === "write") {
  const db = connectPostgres({ url, max: WRITERS })
  await db.sql`create table if not exists writes (writer int, number bigint, primary key (writer, number))`
  const rows = await db.sql<{ writer: number; number: number }>`select writer, max(number)::int as number
    from writes group by writer`
  const lasts = new Map(rows.map(({ writer, number }) => [writer, number]))
  for (let writer = 0; writer < WRITERS; writer++) void write(db, writer, lasts.get(writer) ?? 0)
}

/** A failed write was not acknowledged; the next number is tried when the database is back. */
async function write(db: Db, writer: number, last: number): Promise<void> {
  let number = last
  while (true) {
    number++
    const done = await db.sql`insert into writes values (${writer}, ${number})`.then(
      () => true,
      () => false,
    )
    if (done) process.stdout.write(`ack ${writer} ${number}\n`)
    else {
      process.stdout.write(`failed ${writer} ${number}\n`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
