import { z } from "zod"
import { consentText } from "#content/competition-consent.ts"
import { join } from "#domain/members/member.ts"
import { isTimeZone } from "#primitives/zones.ts"
import { memberFunction } from "./member-function.ts"

/** What a member says about themselves; also taken one by one by change-membership. */
export const membership = {
  displayName: z
    .string("must be text")
    .trim()
    .min(1, "must have at least one letter")
    .max(60, "must have at most 60 letters")
    // Control and direction marks could dress a name up as another.
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not have invisible letters"),
  visibility: z.enum(["public", "members", "hidden"], "must be public, members or hidden"),
  units: z.enum(["metric", "imperial"], "must be metric or imperial"),
  timeZone: z.string().max(60).refine(isTimeZone, "must be a time zone such as America/Los_Angeles"),
}

const shape = z.object({
  ...membership,
  units: membership.units.default("metric"),
  visibility: membership.visibility.default("public"),
  /** The very words that were shown and agreed to. */
  consent: z.literal(consentText, "must be the words that are agreed to; load the page again"),
})

/** Makes the caller a member of the competition. The words agreed to are kept. Answers the athlete's slug. */
export const joinCompetition = memberFunction(shape, async (world, { consent, ...said }, { userId }) => {
  const joined = await join(world, { ...said, userId, consentText: consent })
  if (joined.ok) return { ok: true, value: { slug: joined.athlete.slug } }
  return { ok: false, code: joined.code, message: "You are in the competition already.", status: 409 }
})
