import { z } from "zod"
import { compareOwn } from "#domain/competition/scoring/compare.ts"
import { toSeries } from "#primitives/series.ts"
import { memberFunction } from "./member-function.ts"

type Compared = Extract<Awaited<ReturnType<typeof compareOwn>>, { ok: true }>["own"]

/**
 * An own activity next to the one that counted instead: { activityId } -> { own, other }. `other` is one of the
 * member's own, or "another account's", of which nothing else is revealed, or "gone", or null.
 */
export const compareRecordings = memberFunction(
  z.object({ activityId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  async (world, { activityId }, { userId }) => {
    const found = await compareOwn(world, { userId, activityId })
    if (!found.ok) return { ok: false, code: found.code, message: "You have no such activity.", status: 404 }
    const { own, other } = found
    return {
      ok: true,
      value: { own: shown(own), other: other !== null && typeof other === "object" ? shown(other) : other },
    }
  },
)

function shown({ samples, ...facts }: Compared) {
  return { ...facts, series: samples && toSeries(samples) }
}
