import { z } from "zod"
import { readOwnEvidence } from "#domain/competition/scoring/read-evidence.ts"
import { memberFunction } from "./member-function.ts"

/** The evidence for an own activity, `{ activity: <id> }`: sentences, the most important first. */
export const activityEvidence = memberFunction(
  z.object({ activity: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  async (world, { activity }, { userId }) => {
    const says = await readOwnEvidence(world.db, { userId, activityId: activity })
    if (!says)
      return { ok: false, code: "unknown_activity", message: "You have no such activity.", status: 404 }
    return { ok: true, value: { says } }
  },
)
