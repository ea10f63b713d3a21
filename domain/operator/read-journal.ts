import { site } from "#content/site.ts"
import type { Db, Query } from "#ports/db.ts"
import { type CommandName, commands } from "./commands.ts"

/** An entry of the journal, as shown. */
export interface JournalLine {
  id: number
  at: Date
  /** The mail address of the account, or the user of a shell. */
  operator: string
  command: string
  /** "declined an activity" */
  says: string
  subject: string
  subjectId: string
  /** The member by their name, or the address of anybody else whom it is about; null once these were erased. */
  whom: string | null
  reason: string | null
  fields: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  batch: string | null
  undoes: number | null
  undoneBy: number | null
}

/** The entries about one subject, a session and its spots, or the teams of a race and their members, the latest first; or one entry by its id. */
export async function linesAbout(
  db: Db,
  about:
    | { subject: string; id: string }
    | { session: string; on: string }
    | { teams: string }
    | { entry: number },
): Promise<JournalLine[]> {
  const { sql } = db
  const which =
    "entry" in about
      ? sql`j.id = ${about.entry}`
      : "session" in about
        ? sql`(j.subject = 'event' and j.subject_id = ${`${about.session}/${about.on}`}
            or j.subject = 'spot' and j.subject_id in (
              select id::text from event_signups where event = ${about.session} and held_on = ${about.on}))`
        : "teams" in about
          ? sql`(j.subject = 'teams' and j.subject_id = ${about.teams}
              or j.subject = 'team member' and starts_with(j.subject_id, ${`${about.teams}/`}))`
          : sql`j.subject = ${about.subject} and j.subject_id = ${about.id}`
  return readLines(db, which, { limit: 100, offset: 0 })
}

/** How many commands were given together as this batch. */
export async function batchSize({ sql }: Db, batch: string): Promise<number> {
  const [found] = await sql<{
    n: number
  }>`select count(*)::int as n from private.journal where batch = ${batch}`
  return found?.n ?? 0
}

interface JournalFilter {
  /** Part of the operator's address, or of the user of a shell. */
  operator?: string
  /** A command, or the part before its dot. */
  command?: string
  subject?: string
  subjectId?: string
  batch?: string
  /** Days in the site's time zone, both included: "2026-11-20". */
  from?: string
  to?: string
  /** The account or address that the entry concerns. */
  person?: string
}

/** One page of the journal, latest first, and the number of matches on all pages. */
export async function pageOfJournal(
  db: Db,
  filter: JournalFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: JournalLine[]; total: number }> {
  const { sql } = db
  const { operator, command, subject, subjectId, batch, from, to, person } = filter
  const like = operator ? `%${operator.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null
  const matching = sql`
    (${like}::text is null or lower(coalesce(j.shell_user, u.email)) like ${like})
    and (${command ?? null}::text is null or j.command = ${command ?? null} or split_part(j.command, '.', 1) = ${command ?? null})
    and (${subject ?? null}::text is null or j.subject = ${subject ?? null})
    and (${subjectId ?? null}::text is null or j.subject_id = ${subjectId ?? null})
    and (${batch ?? null}::uuid is null or j.batch = ${batch ?? null}::uuid)
    and (${from ?? null}::date is null or j.at >= ${from ?? null}::date::timestamp at time zone ${site.timeZone})
    and (${to ?? null}::date is null or j.at < (${to ?? null}::date + 1)::timestamp at time zone ${site.timeZone})
    and (${person ?? null}::text is null or v.user_id::text = ${person ?? null} or v.email = lower(${person ?? null}))
  `
  const [count] = (await sql<{ n: number }>`
    select count(*)::int as n
    from private.journal j
    left join private.journal_values v on v.entry_id = j.id
    left join auth.users u on u.id = j.operator_id
    where ${matching}
  `) as [{ n: number }]
  return { rows: await readLines(db, matching, page), total: count.n }
}

async function readLines(
  { sql }: Db,
  which: Query<Record<string, unknown>>,
  { limit, offset }: { limit: number; offset: number },
): Promise<JournalLine[]> {
  const rows = await sql<Omit<JournalLine, "says">>`
    select j.id::float8 as id, j.at, coalesce(j.shell_user || ' (shell)', u.email, 'a former operator') as operator, j.command,
      j.subject, j.subject_id as "subjectId", v.reason, j.fields,
      coalesce(a.display_name, p.email, v.email) as whom, v.before, v.after, j.batch, j.undoes::float8 as undoes,
      (select w.id::float8 from private.journal w where w.undoes = j.id) as "undoneBy"
    from private.journal j
    left join private.journal_values v on v.entry_id = j.id
    left join auth.users u on u.id = j.operator_id
    left join auth.users p on p.id = v.user_id
    left join athletes a on a.user_id = v.user_id
    where ${which}
    order by j.id desc limit ${limit} offset ${offset}
  `
  return rows.map((row) => ({ ...row, says: says(row.command) }))
}

function says(command: string): string {
  return Object.hasOwn(commands, command) ? commands[command as CommandName].says : command
}
