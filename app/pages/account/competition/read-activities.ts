import type { SupabaseClient } from "@supabase/supabase-js"
import type { ActivityKind } from "#content/activity-kinds.ts"
import type { ReasonCode } from "#content/competitions.ts"

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
  /** How much it recorded; larger is more. */
  detail: number
  status: "counted" | "review" | "excluded"
  reason: ReasonCode
  credit: string | null
  /** Seconds from UTC, and what its source told instead, if another clock was taken. */
  utc_offset_s: number
  told_offset_s: number | null
}

/** A person's decision on an activity. */
export interface ReviewOfActivity {
  activity_id: number
  decision: "count" | "decline" | null
  reason: string | null
  appeal: string | null
  answer: string | null
}

export interface ActivityRow extends StoredRow {
  /** The last decision of a person, with the member's objection to any of them; null without one. */
  review: ReviewOfActivity | null
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
      "id,source,external_id,kind,name,local_on,started_at,elapsed_s,moving_s,distance_m,detail,status,reason,credit,utc_offset_s,told_offset_s",
      { count: "exact" },
    )
    .order("started_at", { ascending: false })
    .range(0, first - 1)
    .overrideTypes<StoredRow[], { merge: false }>()
  if (error) return { data: null, error }
  const names = await readFileNames(client, data.flatMap(contentIdOf))
  if (!names.ok) return { data: null, error: names.error }
  const reviews = await readReviews(client, data)
  if (!reviews.ok) return { data: null, error: reviews.error }
  const rows = data.map((row): ActivityRow => {
    const [contentId] = contentIdOf(row)
    const original = (contentId && names.value.get(contentId)) || null
    return { ...row, original, review: reviews.value.get(row.id) ?? null }
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
  const reviews = new Map<number, ReviewOfActivity>()
  if (!rows.some(({ reason }) => reason === "declined" || reason === "cleared"))
    return { ok: true as const, value: reviews }
  const { data, error } = await client
    .from("activity_reviews")
    .select("activity_id,decision,reason,appeal,answer")
    .order("id", { ascending: true })
    .overrideTypes<ReviewOfActivity[], { merge: false }>()
  if (error) return { ok: false as const, error }
  for (const one of data) {
    const earlier = reviews.get(one.activity_id)
    reviews.set(one.activity_id, {
      ...one,
      appeal: one.appeal ?? earlier?.appeal ?? null,
      answer: one.answer ?? earlier?.answer ?? null,
    })
  }
  return { ok: true as const, value: reviews }
}
