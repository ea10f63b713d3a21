import type { Db } from "#domain/world.ts"
import { type CommandName, commands } from "./commands.ts"

/** An entry of the journal, as shown. */
interface JournalLine {
  id: number
  at: Date
  /** The mail address of the account, or the user of a shell. */
  operator: string
  command: string
  /** "declined an activity" */
  says: string
  subject: string
  subjectId: string
  reason: string | null
  fields: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  batch: string | null
  undoes: number | null
  undoneBy: number | null
}

/** The entries about one subject, the latest first; or one entry by its id. */
export async function linesAbout(
  db: Db,
  about: { subject: string; id: string } | { entry: number },
): Promise<JournalLine[]> {
  const { sql } = db
  const which =
    "entry" in about
      ? sql`j.id = ${about.entry}`
      : sql`j.subject = ${about.subject} and j.subject_id = ${about.id}`
  const rows = await sql<Omit<JournalLine, "says">>`
    select j.id::float8 as id, j.at, coalesce(j.shell_user || ' (shell)', u.email, 'a former operator') as operator, j.command,
      j.subject, j.subject_id as "subjectId", v.reason, j.fields, v.before, v.after, j.batch, j.undoes::float8 as undoes,
      (select w.id::float8 from private.journal w where w.undoes = j.id) as "undoneBy"
    from private.journal j
    left join private.journal_values v on v.entry_id = j.id
    left join auth.users u on u.id = j.operator_id
    where ${which}
    order by j.id desc limit 100
  `
  return rows.map((row) => ({ ...row, says: says(row.command) }))
}

function says(command: string): string {
  return Object.hasOwn(commands, command) ? commands[command as CommandName].says : command
}
