import type { World } from "#domain/world.ts"
import type { Db, Query } from "#ports/db.ts"
import { type Submission, type SubmissionStatus, submissionColumns } from "./inbox.ts"

export interface SubmissionFilter {
  /**
   * `open`: new, in review, or with a reply that waits, unless it rests or is closed. `waiting`: with such a reply.
   * `snoozed`: it rests. `closed`: done by hand.  `quarantine`: classified as spam by the rules, not yet by a person.
   */
  status: SubmissionStatus | "open" | "waiting" | "snoozed" | "closed" | "quarantine" | "all"
  /** The account that takes care of it. */
  assignedTo?: string
  form?: string
  /** Those whose promised reply is due within a day, or overdue. */
  due?: "soon" | "late"
  /** A part of the name, the address or the answers. */
  search?: string
}

interface Window {
  limit: number
  offset: number
  order?: { column: "received" | "name" | "form" | "due"; descending: boolean } | null
}

/** A promised reply is "soon" when it is due within this many hours. */
const soonHours = 24

/** One page of the inbox: open promises first, by due time, then the rest, newest first, unless an order is given. */
export async function pageOfSubmissions(
  { db, now }: Pick<World, "db" | "now">,
  filter: SubmissionFilter,
  { limit, offset, order = null }: Window,
): Promise<{ rows: Submission[]; total: number }> {
  const { sql } = db
  const matching = conditionOf(db, filter, now())
  const [count] = (await sql`select count(*)::integer as n from submissions where ${matching}`) as [
    { n: number },
  ]
  const columns = { received: sql`submitted_at`, name: sql`lower(name)`, form: sql`form`, due: sql`due_at` }
  const first = order
    ? sql`${columns[order.column]} ${order.descending ? sql`desc` : sql`asc`} nulls last,`
    : filter.status === "open"
      ? sql`due_at nulls last,`
      : sql``
  const rows = await sql<Submission>`
    select ${submissionColumns(db)} from submissions where ${matching}
    order by ${first} submitted_at desc, id limit ${limit} offset ${offset}
  `
  return { rows, total: count.n }
}

function conditionOf(
  { sql }: Db,
  { status, form, due, search, assignedTo }: SubmissionFilter,
  now: Date,
): Query<Record<string, unknown>> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null
  const until = due && new Date(now.getTime() + (due === "soon" ? soonHours * 3_600_000 : 0))
  return sql`
    ${statusCondition(sql, status, now)}
    and (${assignedTo ?? null}::uuid is null or assigned_to = ${assignedTo ?? null})
    and (${form ?? null}::text is null or form = ${form ?? null})
    and (${until ?? null}::timestamptz is null or due_at <= ${until ?? null})
    and (
      ${pattern}::text is null or name ilike ${pattern} or email ilike ${pattern} or answers::text ilike ${pattern}
    )
  `
}

function statusCondition(sql: Db["sql"], status: SubmissionFilter["status"], now: Date) {
  if (status === "all") return sql`true`
  const isAwake = sql`closed_at is null and (snoozed_until is null or snoozed_until <= ${now})`
  if (status === "open")
    return sql`(status in ('new', 'in-review') or waiting_since is not null) and status <> 'spam' and ${isAwake}`
  if (status === "waiting") return sql`waiting_since is not null and ${isAwake}`
  if (status === "snoozed") return sql`snoozed_until > ${now} and closed_at is null`
  if (status === "closed") return sql`closed_at is not null`
  if (status === "quarantine") return sql`status = 'spam' and status_by is null`
  if (status === "spam") return sql`status = 'spam' and status_by is not null`
  return sql`status = ${status}`
}
