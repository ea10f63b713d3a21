import type { SupabaseClient } from "@supabase/supabase-js"
import type { ActivityKind } from "#content/activity-kinds.ts"
import type { ReasonCode } from "#content/competitions.ts"
import { countsShort } from "#content/objections.ts"

interface StoredRow {
  id: number
  source: string
  external_id: string
  kind: ActivityKind
  name: string | null
  local_on: string
  started_at: string
  elapsed_s: number
  moving_s: number
  distance_m: number
  /** Its level of detail; larger is more. */
  detail: number
  status: "counted" | "review" | "excluded"
  reason: ReasonCode
  decision: "count" | "decline" | null
  /** The part that counts, if not all of it. */
  counted_s: number | null
  credit: string | null
  /** The UTC offset in seconds, and the offset that its source reported, if a different one is used. */
  utc_offset_s: number
  told_offset_s: number | null
}

/** An operator's decision on an activity. */
interface ReviewOfActivity {
  id: number
  activity_id: number
  reason: string | null
}

/** The member's objection to a verdict, and the reply. */
export interface ObjectionRow {
  id: number
  activity_id: number
  reason: ReasonCode
  review_id: number | null
  text: string
  at: string
  due_at: string
  reply: string | null
  replied_at: string | null
  /** Closed seasons with a place that waits for the reply. */
  waits_for: number[]
}

export interface ActivityRow extends StoredRow {
  /** Why an operator declined it; null if none did, or without a reason. */
  declinedBecause: string | null
  /** In the order in which they were sent. */
  objections: ObjectionRow[]
  /** Whether it counts for less than recorded, and the member has not objected. */
  mayObject: boolean
  /** Name of the original file, if stored. */
  original: string | null
}

/** Ids per request, which keeps its URL short. */
const idsPerRequest = 50

/** The member's latest activities, each with the name of its original file. */
export async function readActivities(client: SupabaseClient, first: number) {
  const { data, error, count } = await client
    .from("activities")
    .select(
      "id,source,external_id,kind,name,local_on,started_at,elapsed_s,moving_s,distance_m,detail,status,reason,decision,counted_s,credit,utc_offset_s,told_offset_s",
      { count: "exact" },
    )
    .order("started_at", { ascending: false })
    .range(0, first - 1)
    .overrideTypes<StoredRow[], { merge: false }>()
  if (error) return { data: null, error }
  const names = await readFileNames(client, data.flatMap(contentIdOf))
  if (!names.ok) return { data: null, error: names.error }
  const [reviews, objections] = await Promise.all([readReviews(client, data), readObjections(client)])
  if (reviews.error) return { data: null, error: reviews.error }
  if (objections.error) return { data: null, error: objections.error }
  const rows = data.map((row): ActivityRow => {
    const [contentId] = contentIdOf(row)
    const original = (contentId && names.value.get(contentId)) || null
    const review = row.decision && reviews.data.findLast((one) => one.activity_id === row.id)
    const own = objections.data.filter((one) => one.activity_id === row.id)
    const sent = own.some(
      (one) => !one.replied_at || (one.reason === row.reason && one.review_id === (review?.id ?? null)),
    )
    return {
      ...row,
      original,
      declinedBecause: (row.decision === "decline" && review?.reason) || null,
      objections: own,
      mayObject: countsShort(row) && !sent,
    }
  })
  return { data: rows, error: null, count }
}

/** The id of an activity's file; legs from one file share it. */
function contentIdOf({ source, external_id }: StoredRow): string[] {
  return source === "file" ? external_id.split("#", 1) : []
}

async function readFileNames(client: SupabaseClient, contentIds: readonly string[]) {
  const ids = [...new Set(contentIds)]
  const requests = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, n) =>
    client
      .from("recording_files")
      .select("content_id,name")
      .in("content_id", ids.slice(n * idsPerRequest, (n + 1) * idsPerRequest))
      .overrideTypes<{ content_id: string; name: string }[], { merge: false }>(),
  )
  const names = new Map<string, string>()
  for (const { data, error } of await Promise.all(requests)) {
    if (error) return { ok: false as const, error }
    for (const { content_id, name } of data) names.set(content_id, name.split("/").at(-1) || "recording")
  }
  return { ok: true as const, value: names }
}

/** Few activities have a decision, so those of the member are read at once. */
async function readReviews(client: SupabaseClient, rows: readonly StoredRow[]) {
  if (rows.every(({ decision }) => decision === null)) return { data: [], error: null }
  return client
    .from("activity_reviews")
    .select("id,activity_id,reason")
    .order("id", { ascending: true })
    .overrideTypes<ReviewOfActivity[], { merge: false }>()
}

/** As rare as decisions. */
async function readObjections(client: SupabaseClient) {
  return client
    .from("activity_objections")
    .select("id,activity_id,reason,review_id,text,at,due_at,reply,replied_at,waits_for")
    .order("id", { ascending: true })
    .overrideTypes<ObjectionRow[], { merge: false }>()
}
