import type { ActivityKind } from "#content/activity-kinds.ts"
import { countsShort } from "#content/objections.ts"
import type { ReasonCode } from "#content/reasons.ts"
import type { World } from "#domain/world.ts"
import type { Query } from "#ports/db.ts"
import { dateFormat } from "#primitives/date-format.ts"
import type { Day } from "#primitives/zones.ts"

/** An activity as its owner sees it. */
export interface OwnActivity {
  id: number
  /** "file", or a service's name. */
  source: string
  kind: ActivityKind
  name: string | null
  /** The day that it counts for. */
  on: Day
  /** ISO 8601. */
  startedAt: string
  elapsedS: number
  movingS: number
  distanceM: number
  /** Its level of detail; larger is more. */
  detail: number
  status: "counted" | "review" | "excluded"
  reason: ReasonCode
  /** The attribution that its source's terms require. */
  credit: string | null
  /** The UTC offset in seconds, and the offset that its source reported, if a different one is used. */
  utcOffsetS: number
  toldOffsetS: number | null
  /** Name of the original file, if stored. */
  original: string | null
  /** Why an operator declined it; null if none did, or without a reason. */
  declinedBecause: string | null
  /** In the order in which they were sent. */
  objections: SentObjection[]
  /** Whether it counts for less than recorded, and the member has not objected. */
  mayObject: boolean
}

/** The member's objection to a verdict, and the reply. Instants are in words, on the member's clock. */
export interface SentObjection {
  id: number
  text: string
  /** "Nov 21" */
  on: string
  reply: string | null
  repliedOn: string | null
  /** "Nov 23, 8:00 PM" */
  due: string
  isLate: boolean
  /** Whether a closed season has a place that waits for the reply. */
  holdsPlace: boolean
}

const day = dateFormat({ month: "short", day: "numeric" })
const moment = dateFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" })

/** The latest `first` activities of an account, and how many it has. */
export async function ownActivities(
  world: World,
  userId: string,
  first: number,
): Promise<{ rows: OwnActivity[]; total: number }> {
  const { sql } = world.db
  const [rows, [counted]] = await Promise.all([
    read(world, sql`a.user_id = ${userId} order by x.started_at desc, x.id desc limit ${first}`),
    sql<{ total: number }>`
      select count(*)::integer as total from activities x join athletes a on a.id = x.athlete_id
      where a.user_id = ${userId}
    `,
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** One activity of an account; null for another member's. */
export async function ownActivity(world: World, userId: string, id: number): Promise<OwnActivity | null> {
  const [found] = await read(world, world.db.sql`a.user_id = ${userId} and x.id = ${id}`)
  return found ?? null
}

interface Stored
  extends Omit<OwnActivity, "startedAt" | "original" | "declinedBecause" | "objections" | "mayObject"> {
  startedAt: Date
  zone: string
  countedS: number | null
  decision: "count" | "decline" | null
  file: string | null
  /** The operator's latest decision; null for a verdict of the rules. */
  reviewId: number | null
  reviewReason: string | null
  objections: StoredObjection[]
}

interface StoredObjection {
  id: number
  reason: ReasonCode
  review_id: number | null
  text: string
  at: string
  due_at: string
  reply: string | null
  replied_at: string | null
  waits_for: number[]
}

async function read(world: World, condition: Query<Record<string, unknown>>): Promise<OwnActivity[]> {
  const rows = await world.db.sql<Stored>`
    select x.id::float8 as id, x.source, x.kind, x.name, x.local_on::text as "on", x.started_at as "startedAt",
      x.elapsed_s as "elapsedS", x.moving_s as "movingS", x.distance_m as "distanceM", x.detail, x.status, x.reason,
      x.credit, x.utc_offset_s as "utcOffsetS", x.told_offset_s as "toldOffsetS", x.counted_s as "countedS", x.decision,
      a.time_zone as zone, f.name as file, v.id::float8 as "reviewId", v.reason as "reviewReason",
      (
        select coalesce(jsonb_agg(to_jsonb(o) order by o.id), '[]') from activity_objections o where o.activity_id = x.id
      ) as objections
    from activities x
    join athletes a on a.id = x.athlete_id
    left join recording_files f on x.source = 'file' and f.athlete_id = x.athlete_id
      -- Legs from one file share it.
      and f.content_id = split_part(x.external_id, '#', 1)
    left join lateral (
      select r.id, r.reason from activity_reviews r
      where r.activity_id = x.id and x.decision is not null order by r.id desc limit 1
    ) v on true
    where ${condition}
  `
  return rows.map((row) => asOwned(row, world.now()))
}

function asOwned(row: Stored, now: Date): OwnActivity {
  const { zone, countedS, decision, file, reviewId, reviewReason, objections, startedAt, ...told } = row
  const isSent = objections.some(
    (one) => !one.replied_at || (one.reason === row.reason && one.review_id === reviewId),
  )
  return {
    ...told,
    startedAt: startedAt.toISOString(),
    original: file === null ? null : file.split("/").at(-1) || "recording",
    declinedBecause: (decision === "decline" && reviewReason) || null,
    objections: objections.map((one) => asSent(one, zone, now)),
    mayObject: countsShort({ status: row.status, counted_s: countedS }) && !isSent,
  }
}

function asSent(one: StoredObjection, zone: string, now: Date): SentObjection {
  const dueAt = new Date(one.due_at)
  return {
    id: one.id,
    text: one.text,
    on: day(new Date(one.at), zone),
    reply: one.reply,
    repliedOn: one.replied_at && day(new Date(one.replied_at), zone),
    due: moment(dueAt, zone),
    isLate: dueAt < now,
    holdsPlace: one.waits_for.length > 0,
  }
}
