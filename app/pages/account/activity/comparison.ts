import { type ServiceName, type ServiceTerms, services } from "#content/services.ts"
import { compareOwn } from "#domain/competition/scoring/compare.ts"
import type { World } from "#domain/world.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { type Series, toSeries } from "#primitives/series.ts"

/** A recording as its page shows it. */
export interface Recording {
  id: number
  /** On the clock of the place where it was recorded. */
  started: string
  received: string
  elapsedS: number
  movingS: number
  distanceM: number
  kind: Compared["kind"]
  /** What its source's terms require to be named, or the source. */
  from: string
  series: Series | null
  /** Why there is nothing to draw, if that is the case. */
  withoutDrawing: string
}

/** The member's recording, and the one that it lost to: one of their own, another account's, which is not shown, or none. */
export interface Comparison {
  own: Recording
  other: Recording | "another account's" | "gone" | null
}

type Compared = Extract<Awaited<ReturnType<typeof compareOwn>>, { ok: true }>["own"]

/** Null for another member's activity. */
export async function comparisonOf(
  world: World,
  named: { userId: string; activityId: number },
): Promise<Comparison | null> {
  const found = await compareOwn(world, named)
  if (!found.ok) return null
  const { own, other } = found
  return {
    own: asShown(own),
    other: other !== null && typeof other === "object" ? asShown(other) : other,
  }
}

const moment = dateFormat({ dateStyle: "medium", timeStyle: "short" })

function asShown(row: Compared): Recording {
  const { id, elapsedS, movingS, distanceM, kind, source, credit, samples, utcOffsetS } = row
  const there = (at: Date) => moment(new Date(at.getTime() + utcOffsetS * 1000), "UTC")
  const terms: ServiceTerms | undefined = Object.hasOwn(services, source)
    ? services[source as ServiceName]
    : undefined
  return {
    ...{ id, elapsedS, movingS, distanceM, kind },
    started: there(row.startedAt),
    received: there(row.receivedAt),
    from: credit ?? terms?.title ?? "A file",
    series: samples && toSeries(samples),
    withoutDrawing:
      terms && !terms.keepsOriginals
        ? `${terms.title} does not let us keep recordings, so there is nothing to draw.`
        : "It is too short to draw, or has totals only.",
  }
}
