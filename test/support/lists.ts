/** Queries of the desks' lists for tests, without their pages. */
import { pageOfReviews, type Reviewed, type ReviewFilter } from "#domain/competition/review/review.ts"
import { type Submission, type SubmissionStatus, showSubmission } from "#domain/leads/inbox.ts"
import { pageOfRecipients, type Recipient } from "#domain/leads/newsletter/recipients.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

const all = { limit: 500, offset: 0 }

/** Submissions, newest first. Without a status, all open ones: new, in review, or quarantined and not reviewed. */
export async function listSubmissions(
  db: Db,
  { status, form }: { status?: SubmissionStatus; form?: string } = {},
): Promise<Submission[]> {
  const found = await db.sql<{ id: string }>`
    select id from submissions
    where (status = ${status ?? null} or (${status === undefined}
        and (status in ('new', 'in-review') or (status = 'spam' and status_by is null))))
      and (${form ?? null}::text is null or form = ${form ?? null})
    order by submitted_at desc`
  const shown = await Promise.all(found.map(({ id }) => showSubmission(db, id)))
  return shown.flatMap((one) => (one.ok ? [one.submission] : []))
}

/** Prizes that were not withdrawn, those ready to ship first. */
export function listPrizes({ db }: World) {
  return db.sql<{
    id: number
    season: string
    place: number
    title: string
    athlete: string | null
    status: string
    address: object | null
    shippingPaid: boolean
  }>`
    select p.id::float8 as id, s.slug as season, p.place, p.title, a.slug as athlete, p.status, p.address,
      p.shipping_cents = 0 or p.shipping_paid_at is not null as "shippingPaid"
    from prizes p
    join seasons s on s.id = p.season_id
    left join athletes a on a.id = p.athlete_id
    where p.status <> 'withdrawn'
    order by p.status = 'claimed' desc, s.opens_at desc, s.series, p.place`
}

/** The recipients of an issue with their delivery state. */
export async function issueRecipients(db: Db, issue: number, state?: string): Promise<Recipient[]> {
  return (await pageOfRecipients(db, { issue, state }, all)).rows
}

/** Activities that wait for a review, longest waiting first. */
export async function listReviews(world: World): Promise<Reviewed[]> {
  const filter: ReviewFilter = { view: "waiting" }
  return (await pageOfReviews(world, filter, { ...all, order: { column: "received", descending: false } }))
    .rows
}
