import { removePicture } from "#domain/leads/newsletter/pictures.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** What the site publishes about a person who applied with this address; null when there is nothing. */
export async function exportPublished({ sql }: Db, { email }: Pick<Account, "email">): Promise<unknown> {
  if (email === null) return null
  const rows = await sql`
    select kind, slug, data, state, edited_at from private.publishing where person_email = ${email.toLowerCase()}`
  return rows.length > 0 ? rows : null
}

/** Deletes it, with its pictures. */
export async function erasePublished(
  world: Pick<World, "jobs">,
  db: Db,
  { email }: Pick<Account, "email">,
): Promise<{ rows: number }> {
  if (email === null) return { rows: 0 }
  const gone = await db.sql<{ data: Record<string, unknown> }>`
    delete from private.publishing where person_email = ${email.toLowerCase()} returning data`
  for (const { data } of gone)
    for (const [, version] of JSON.stringify(data).matchAll(/\/newsletter\/pictures\/([0-9a-f-]{36})\//g))
      await removePicture(world, db, version ?? "")
  return { rows: gone.length }
}
