import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"

/** A command about an issue, with the fields whose change the journal records. */
export function about(command: CommandName, id: number) {
  return { command, subject: { kind: "newsletter", id: String(id) }, look: (db: Db) => lookAt(db, id) }
}

/** The same for a command that may create the issue (null): its number is known only afterward. */
export function aboutMade(command: CommandName, id: number | null) {
  return {
    command,
    subject: (made: { id: number }) => ({ kind: "newsletter", id: String(made.id) }),
    look: (db: Db, made?: { id: number }) => lookAt(db, made?.id ?? id),
  }
}

/** Empty for an issue that does not exist yet (null). */
async function lookAt({ sql }: Db, id: number | null): Promise<Record<string, unknown>> {
  const [row] = await sql<Record<string, unknown>>`
    select state, list, subject, preview, markdown, places, scheduled_at as "scheduledAt", in_archive as "inArchive"
    from newsletter_issues where id = ${id}`
  return { ...row }
}
