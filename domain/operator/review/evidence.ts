import { limits } from "#content/fair-play.ts"
import { reasons } from "#content/reasons.ts"
import { services } from "#content/services.ts"
import { fetchOriginal } from "#domain/competition/originals/fetch.ts"
import type { Reviewed } from "#domain/competition/review/review.ts"
import { counterpartOf } from "#domain/competition/scoring/compare.ts"
import { readEvidence } from "#domain/competition/scoring/read-evidence.ts"
import { readSamples } from "#domain/competition/scoring/same-recording.ts"
import type { World } from "#domain/world.ts"
import type { Samples } from "#primitives/samples.ts"

/** The evidence shown to an operator before a decision. */
interface Evidence {
  /** The samples of the recording, read from the kept original or as stored when it came; null with the reason why there are none. */
  samples: Samples | null
  withoutSamples: string | null
  /** The evidence for the activity, in words, as shown to its owner. */
  says: string[]
  /** The rule that requires a review, in words. */
  rule: string
  /** Measures of the activity beside the limits of its kind. */
  measures: { label: string; value: string; limit: string | null; beyond: boolean }[]
  /**
   * Speeds in km/h to draw as lines: above the first an operator reviews the activity, above the second it is
   * impossible.
   */
  speedLimits: { unusual: number; impossible: number } | null
  neighbors: Neighbor[]
  earlier: EarlierDecision[]
  twin: Twin | null
}

/** An activity of the same athlete around the same time. */
interface Neighbor {
  id: number
  kind: string
  startedAt: Date
  movingS: number
  distanceM: number
  status: string
  reason: string
}

/** A decision on one of the athlete's activities, including this one. */
interface EarlierDecision {
  activityId: number
  at: Date
  decision: "count" | "decline" | null
  reason: string | null
  /** The athlete's objection, and the reply. */
  objection: string | null
  reply: string | null
}

/**
 * The activity that it lost to: the earlier one with the same recording, or the athlete's own that counts for these
 * minutes.
 */
interface Twin {
  id: number
  athlete: string
  athleteName: string
  sameAthlete: boolean
  kind: string
  source: string
  credit: string | null
  startedAt: Date
  receivedAt: Date
  movingS: number
  distanceM: number
  status: string
  reason: string
  samples: Samples | null
}

/** How many hours before and after the activity neighbors are included. */
const neighborHours = 36

/**
 * Collects the evidence about an activity. Reads the stored original in a separate thread, so that no file can harm the
 * server.
 */
export async function gatherEvidence(world: World, about: Reviewed): Promise<Evidence> {
  const [read, known, neighbors, earlier, twin] = await Promise.all([
    readRecording(world, about),
    readEvidence(world.db, [about.id]),
    readNeighbors(world, about),
    readEarlier(world, about),
    readTwin(world, about),
  ])
  const limit = about.kind === "transition" ? null : limits[about.kind]
  return {
    ...read,
    says: known.get(about.id)?.says ?? [],
    rule: reasons[about.reason],
    measures: measuresOf(about),
    speedLimits: limit ? { ...limit.fiveMinutesKmh } : null,
    neighbors,
    earlier,
    twin,
  }
}

async function readRecording(
  world: World,
  about: Reviewed,
): Promise<{ samples: Samples | null; withoutSamples: string | null }> {
  if (about.original === "forbidden") {
    const title =
      about.source in services ? services[about.source as keyof typeof services].title : about.source
    return {
      samples: null,
      withoutSamples: `${title} does not let us keep recordings, so we only know the totals it reports. If they do not settle it, ask the athlete for the original file.`,
    }
  }
  const found = await fetchOriginal(world, about.id)
  if (!found.ok) {
    const [stored] = await world.db.sql<{ samples: string }>`
      select encode(samples, 'base64') as samples from private.fingerprints where activity_id = ${about.id}`
    if (stored) return { samples: readSamples(stored.samples), withoutSamples: null }
    return {
      samples: null,
      withoutSamples:
        found.code === "unavailable"
          ? "The original file is not on this server. A restored database has its files only if they were restored with it."
          : "There is no original file for this activity.",
    }
  }
  const { name, body } = found.original
  const leg = about.externalId.split("#")[1] ?? "0"
  for await (const outcome of world.sources.files.readReceived([{ name, bytes: body }])) {
    if (!outcome.ok)
      return { samples: null, withoutSamples: `The original file cannot be read: it is ${outcome.reason}.` }
    const one = outcome.activities.find(({ externalId }) => (externalId.split("#")[1] ?? "0") === leg)
    const samples = readSamples(one?.fingerprint ?? null)
    return {
      samples,
      withoutSamples: samples ? null : "The recording is too short to draw, or has totals only.",
    }
  }
  return { samples: null, withoutSamples: "The original file has no recording." }
}

function measuresOf(about: Reviewed): Evidence["measures"] {
  const { movingS, distanceM, fiveMinutesKmh: best } = about
  if (about.kind === "transition") return []
  const limit = limits[about.kind]
  const hours = movingS / 3600
  const kmh = movingS > 0 ? (distanceM / movingS) * 3.6 : 0
  const slowest = limit.slowestKmh
  const isTraceless = about.reason === "no-trace"
  const untracked = (isTraceless && limit.withoutTrace) || limit.worldClass
  const without = isTraceless ? "without track or samples" : "without a track"
  return [
    {
      label: "Average speed",
      value: speed(kmh),
      limit: `looked at above ${speed(limit.unusualKmh)}${slowest ? ` or below ${speed(slowest)}` : ""}`,
      beyond: kmh > limit.unusualKmh || (distanceM > 0 && kmh < (slowest ?? 0)),
    },
    ...(best === null
      ? []
      : [
          {
            label: "Best five minutes",
            value: speed(best),
            limit: `looked at above ${speed(limit.fiveMinutesKmh.unusual)}`,
            beyond: best > limit.fiveMinutesKmh.unusual,
          },
        ]),
    {
      label: "Distance",
      value: `${(distanceM / 1000).toFixed(1)} km`,
      limit: `${without}, looked at above ${untracked.km} km`,
      beyond: best === null && distanceM / 1000 > untracked.km,
    },
    {
      label: "Moving time",
      value: `${hours.toFixed(1)} h`,
      limit:
        limit.unusualHours && !isTraceless
          ? `looked at above ${limit.unusualHours} h`
          : `${without}, looked at above ${untracked.hours} h`,
      beyond:
        hours > (limit.unusualHours ?? Number.POSITIVE_INFINITY) ||
        (best === null && hours > untracked.hours),
    },
  ]
}

function speed(kmh: number): string {
  return `${kmh.toFixed(1)} km/h`
}

async function readNeighbors({ db }: World, { id, athleteId, startedAt }: Reviewed): Promise<Neighbor[]> {
  return db.sql<Neighbor>`
    select x.id::float8 as id, x.kind, x.started_at as "startedAt", x.moving_s as "movingS", x.distance_m as "distanceM",
      x.status, x.reason
    from activities x
    where x.athlete_id = ${athleteId} and x.id <> ${id}
      and x.started_at between ${new Date(startedAt.getTime() - neighborHours * 3_600_000)}
        and ${new Date(startedAt.getTime() + neighborHours * 3_600_000)}
    order by x.started_at limit 20
  `
}

async function readEarlier({ db }: World, { athleteId }: Reviewed): Promise<EarlierDecision[]> {
  return db.sql<EarlierDecision>`
    select r.activity_id::float8 as "activityId", r.at, r.decision, r.reason, o.text as objection, o.reply
    from activity_reviews r join activities x on x.id = r.activity_id
    left join activity_objections o on o.review_id = r.id
    where x.athlete_id = ${athleteId}
    order by r.id desc limit 20
  `
}

async function readTwin({ db }: World, { id, athleteId }: Reviewed): Promise<Twin | null> {
  const other = await counterpartOf(db, id)
  const [row] = await db.sql<
    Omit<Twin, "samples" | "sameAthlete"> & { athlete_id: number; samples: string | null }
  >`
    select o.id::float8 as id, a.slug as athlete, a.display_name as "athleteName", o.athlete_id::float8 as athlete_id,
      o.kind, o.source, o.credit, o.started_at as "startedAt", o.received_at as "receivedAt", o.moving_s as "movingS",
      o.distance_m as "distanceM", o.status, o.reason, encode(f.samples, 'base64') as samples
    from activities o
    join athletes a on a.id = o.athlete_id
    left join private.fingerprints f on f.activity_id = o.id
    where o.id = ${other}
  `
  if (!row) return null
  const { athlete_id, samples, ...twin } = row
  return { ...twin, sameAthlete: athlete_id === athleteId, samples: readSamples(samples) }
}
