import { listById, sponsorList } from "#content/lists.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

export const issueStates = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const
type IssueState = (typeof issueStates)[number]

/** What an operator provides. */
export interface IssueText {
  list: string
  subject: string
  preview: string
  markdown: string
  /** Rendered from the Markdown and sanitized. */
  html: string
  /** How many people at the head of a waitlist receive it; null for a newsletter, which goes to all subscribers. */
  places: number | null
}

/**
 * Why an issue cannot be saved: the list does not exist, `places` is missing (waitlist) or present (newsletter), or only an
 * issue about a sponsored race goes to this list, and to no other.
 */
type TextProblem = "unknown_list" | "places_needed" | "places_not_for_newsletters" | "only_for_sponsors"

export interface Issue extends IssueText {
  id: number
  state: IssueState
  scheduledAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  /** When a test of the current text was last sent. */
  testedAt: Date | null
  /** When its first mail was accepted. */
  publishedAt: Date | null
  /** False when an operator took it out of the archive. */
  inArchive: boolean
}

export interface IssueStatus {
  issue: Issue
  /** Deliveries by state; empty before sending begins. */
  deliveries: Record<string, number>
  /** Confirmed addresses that would receive it if it were sent now. */
  recipients: number
}

/** The queue for sending jobs; payload: { issue }. */
export const issueQueue = "newsletter-issue"

/**
 * Saves a new draft of a newsletter issue, of the single mail to a waitlist, or of the single one about a sponsored
 * race. Errors: those of the draft; `written_before`: about this race.
 */
export async function createIssue(
  world: World,
  text: IssueText,
  sponsorship: number | null = null,
): Promise<{ ok: true; id: number } | { ok: false; code: TextProblem | "written_before" }> {
  const code = problemOf(text, sponsorship)
  if (code) return { ok: false, code }
  const now = world.now()
  const [row] = await world.db.sql<{ id: number }>`
    insert into newsletter_issues (list, subject, preview, markdown, html, places, sponsorship_id, created_at, updated_at)
    values (
      ${text.list}, ${text.subject}, ${text.preview}, ${text.markdown}, ${text.html}, ${text.places}, ${sponsorship}, ${now},
      ${now}
    )
    on conflict (sponsorship_id) do nothing
    returning id::float8 as id
  `
  return row ? { ok: true, id: row.id } : { ok: false, code: "written_before" }
}

/**
 * Changes an issue that is not being sent yet. A scheduled issue becomes a draft again, so that nothing untested goes
 * out. Errors: `not_found`, `too_late`, and the validation errors of the draft.
 */
export async function editIssue(
  world: World,
  id: number,
  text: IssueText,
): Promise<{ ok: true } | { ok: false; code: "not_found" | "too_late" | TextProblem }> {
  const [before] = await world.db.sql<{ sponsorship: number | null }>`
    select sponsorship_id as sponsorship from newsletter_issues where id = ${id}`
  const code = problemOf(text, before?.sponsorship ?? null)
  if (code) return { ok: false, code }
  const changed = await world.db.sql`
    with was as (
      select id, (list, subject, preview, html) = (${text.list}, ${text.subject}, ${text.preview}, ${text.html})
        and places is not distinct from ${text.places}::integer as same
      from newsletter_issues where id = ${id} for update
    )
    update newsletter_issues i set list = ${text.list}, subject = ${text.subject}, preview = ${text.preview},
      markdown = ${text.markdown}, html = ${text.html}, places = ${text.places}, updated_at = ${world.now()},
      state = case when was.same then i.state else 'draft' end,
      tested_at = case when was.same then i.tested_at end
    from was where i.id = was.id and i.state in ('draft', 'scheduled')
    returning 1
  `
  if (changed.length > 0) return { ok: true }
  return { ok: false, code: (await readIssue(world.db, id)) ? "too_late" : "not_found" }
}

function problemOf({ list, places }: IssueText, sponsorship: number | null): TextProblem | null {
  const kind = listById(list)?.kind
  if (!kind) return "unknown_list"
  const own = sponsorship === null ? null : sponsorList(sponsorship).id
  if ((kind === "sponsored" ? list : null) !== own) return "only_for_sponsors"
  if (kind === "waitlist") return places === null ? "places_needed" : null
  return places === null ? null : "places_not_for_newsletters"
}

/** Schedules the issue, or reschedules it. Errors: `not_found`, `too_late`. */
export async function scheduleIssue(
  world: World,
  id: number,
  at: Date,
): Promise<{ ok: true } | { ok: false; code: "not_found" | "too_late" }> {
  return world.db.transaction(async (db) => {
    const issue = await lockIssue(db, id)
    if (!issue) return { ok: false, code: "not_found" }
    if (issue.state !== "draft" && issue.state !== "scheduled") return { ok: false, code: "too_late" }
    await db.sql`
      update newsletter_issues set state = 'scheduled', scheduled_at = ${at}, updated_at = ${world.now()} where id = ${id}
    `
    const key = `${id} ${at.toISOString()}`
    await world.jobs.add(db, issueQueue, { issue: id }, { key, startAfter: at })
    return { ok: true }
  })
}

/**
 * Returns a scheduled issue to draft; stops one that is being sent after the mails in flight.
 * Errors: `not_found`, `too_late` (sent), `not_scheduled`.
 */
export async function cancelIssue(
  world: World,
  id: number,
): Promise<
  { ok: true; state: IssueState } | { ok: false; code: "not_found" | "too_late" | "not_scheduled" }
> {
  const now = world.now()
  const [row] = await world.db.sql<{ state: IssueState }>`
    update newsletter_issues set
      state = case when state = 'scheduled' then 'draft' else 'cancelled' end,
      finished_at = case when state in ('sending', 'paused') then ${now}::timestamptz end, updated_at = ${now}
    where id = ${id} and state in ('scheduled', 'sending', 'paused')
    returning state
  `
  if (row) return { ok: true, state: row.state }
  const issue = await readIssue(world.db, id)
  if (!issue) return { ok: false, code: "not_found" }
  return { ok: false, code: issue.state === "draft" ? "not_scheduled" : "too_late" }
}

/** The progress of an issue. */
export async function issueStatus(db: Db, id: number): Promise<IssueStatus | undefined> {
  const issue = await readIssue(db, id)
  if (!issue) return undefined
  const counts = await db.sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from newsletter_deliveries where issue_id = ${id} group by state
  `
  const [row] = (await db.sql`
    select count(*)::integer as count from subscriptions where list = ${issue.list} and state = 'confirmed'
  `) as [{ count: number }]
  return {
    issue,
    deliveries: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    recipients: Math.min(row.count, issue.places ?? Number.POSITIVE_INFINITY),
  }
}

/** An issue in the list of all issues, with its mails. */
interface IssueLine
  extends Pick<Issue, "id" | "list" | "subject" | "state" | "scheduledAt" | "inArchive" | "publishedAt"> {
  mails: number
  /** Mails that failed, or may not have arrived. */
  troubled: number
}

/** One page of the issues, newest first, and how many match on all pages. `subject`: a part of it. */
export async function pageOfIssues(
  { sql }: Db,
  {
    list,
    state,
    subject,
  }: { list?: string | undefined; state?: string | undefined; subject?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: IssueLine[]; total: number }> {
  const like = subject ? `%${subject.replace(/[\\%_]/g, "\\$&")}%` : null
  const matching = sql`
    from newsletter_issues i
    where (${list ?? null}::text is null or i.list = ${list ?? null})
      and (${state ?? null}::text is null or i.state = ${state ?? null})
      and (${like}::text is null or i.subject ilike ${like})`
  const [count] = (await sql`select count(*)::integer as n ${matching}`) as [{ n: number }]
  const rows = await sql<IssueLine>`
    with page as (select i.* ${matching} order by i.id desc limit ${limit} offset ${offset})
    select p.id::float8 as id, p.list, p.subject, p.state, p.scheduled_at as "scheduledAt", p.in_archive as "inArchive",
      p.published_at as "publishedAt", d.mails, d.troubled
    from page p cross join lateral (
      select count(*)::integer as mails, count(*) filter (where d.state in ('failed', 'unknown'))::integer as troubled
      from newsletter_deliveries d where d.issue_id = p.id
    ) d
    order by p.id desc`
  return { rows: [...rows], total: count.n }
}

/** The issue about a sponsored race; null before it is written. */
export async function issueAboutSponsor({ sql }: Db, sponsorship: number): Promise<number | null> {
  const [row] = await sql<{ id: number }>`
    select id::float8 as id from newsletter_issues where sponsorship_id = ${sponsorship}`
  return row?.id ?? null
}

export async function readIssue(db: Db, id: number): Promise<Issue | undefined> {
  const [row] = await db.sql<Issue>`select ${columns(db)} from newsletter_issues where id = ${id}`
  return row
}

/** The same, with a lock until the transaction ends. */
export async function lockIssue(db: Db, id: number): Promise<Issue | undefined> {
  const [row] = await db.sql<Issue>`select ${columns(db)} from newsletter_issues where id = ${id} for update`
  return row
}

function columns(db: Db) {
  return db.sql`
    id::float8 as id, list, subject, preview, markdown, html, places, state, scheduled_at as "scheduledAt",
    started_at as "startedAt", finished_at as "finishedAt", tested_at as "testedAt", published_at as "publishedAt", in_archive as "inArchive"
  `
}
