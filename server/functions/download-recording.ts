import { z } from "zod"
import { fetchOwnOriginal } from "#domain/competition/originals/fetch.ts"
import { attachment } from "./attachment.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  unknown_activity: "You have no such activity.",
  not_kept: "We have no original file for this activity.",
  unavailable: "We cannot find the original file. Import it again, and we will keep it.",
} as const

/**
 * The original file of an own activity, `{ activity: <id> }`: the bytes as they were sent, to be saved and never
 * displayed.
 */
export const downloadRecording = memberFunction(
  z.object({ activity: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  async (world, { activity }, { userId }) => {
    const found = await fetchOwnOriginal(world, userId, activity)
    if (!found.ok) return { ok: false, code: found.code, message: refusals[found.code], status: 404 }
    return { ok: true, value: attachment(found.original) }
  },
)
