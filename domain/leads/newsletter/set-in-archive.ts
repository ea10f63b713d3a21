import type { Db } from "#ports/db.ts"

/** Takes a published issue out of the public archive, or puts it back. Errors: `not_published`, `unchanged`. */
export async function setInArchive(
  { sql }: Db,
  id: number,
  inArchive: boolean,
): Promise<{ ok: true } | { ok: false; code: "not_published" | "unchanged" }> {
  const [issue] = await sql<{ published: boolean }>`
    select published_at is not null as published from newsletter_issues where id = ${id} for update`
  if (!issue?.published) return { ok: false, code: "not_published" }
  const changed = await sql`
    update newsletter_issues set in_archive = ${inArchive} where id = ${id} and in_archive <> ${inArchive} returning 1`
  return changed.length > 0 ? { ok: true } : { ok: false, code: "unchanged" }
}
