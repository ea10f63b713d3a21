/**
 * `node publish-words.ts <entries>`: publishes words as an operator would, or takes every change back without any. Entries are JSON:
 * `[{ kind, slug, data }]`; without data, what content/ says is published as it is.
 */
import { anyKind, isKind } from "#content/words/kinds.ts"
import { publishingRow, saveRow } from "#domain/publishing/rows.ts"
import { withWorld } from "#server/commands/with-world.ts"

const entries = JSON.parse(process.argv[2] ?? "[]") as {
  kind: string
  slug: string
  data?: Record<string, unknown>
}[]

process.exitCode = await withWorld("seed", async (world) => {
  if (entries.length === 0) await world.db.sql`delete from private.publishing`
  for (const { kind, slug, data } of entries) {
    if (!isKind(kind)) throw new Error(`There is no kind ${kind}`)
    const { defaults, slugOf } = anyKind(kind)
    const { version = 0 } = (await publishingRow(world.db, { kind, slug })) ?? {}
    const written = { ...defaults.find((value) => slugOf(value) === slug), ...data }
    const saved = await saveRow(world, { kind, slug, data: written, state: "published", version, by: null })
    if (!saved.ok) throw new Error(`${slug}: ${JSON.stringify(saved)}`)
  }
  return 0
})
