import { z } from "zod"
import { decline } from "#domain/competition/seasons/pass-on.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  unknown_prize: { message: "You have no such prize.", status: 404 },
  already_shipped: {
    message: "This prize is already on its way, so it can no longer be declined.",
    status: 409,
  },
} as const

/** The winner declines a prize: { prizeId } -> { refunded }, whether paid shipping is refunded. */
export const declinePrize = memberFunction(
  z.object({ prizeId: z.number().int().positive() }),
  async (world, { prizeId }, { userId }) => {
    const declined = await decline(world, { userId, prizeId })
    if (declined.ok) return { ok: true, value: { refunded: declined.refunded } }
    return { ok: false, code: declined.code, ...refusals[declined.code] }
  },
)
