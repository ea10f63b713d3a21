/**
 * Publishes words again and again, as a process that a test can kill: node publish-program.ts <database url> <file of the
 * last published form>
 */
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { testimonials } from "#content/community.ts"
import { followWords } from "#domain/publishing/follow-words.ts"
import { publishingRow, saveRow } from "#domain/publishing/rows.ts"
import { fileSnapshot } from "#server/world/snapshot.ts"

const [url = "", file = ""] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => console.error(fields) }
const db = connectPostgres({ url, max: 2, applicationName: "publish" })
const live = createPostgresLive(db, log)
await live.open()
const published = await followWords({ db, live, log }, fileSnapshot(file))
const [first] = testimonials
const at = { kind: "testimonials", slug: first.athleteId }
process.stdout.write(`{"ready":true}\n`)
for (let n = 1; ; n++) {
  const { version = 0 } = (await publishingRow(db, at)) ?? {}
  // Two fields that belong together: half of a change would show.
  const data = { ...first, name: `Runner ${n}`, detail: `Number ${n}, ${"and more ".repeat(n % 50)}` }
  const edit = { ...at, data, state: "published", version, by: null } as const
  const saved = await saveRow({ db, now: () => new Date() }, edit)
  if (!saved.ok) throw new Error(saved.code)
  await published.reload()
  process.stdout.write(`${n}\n`)
}
