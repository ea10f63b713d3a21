import { z } from "zod"
import { consentText } from "#content/competition-consent.ts"
import { join } from "#domain/members/member.ts"
import { isTimeZone } from "#primitives/zones.ts"
import { memberFunction } from "./member-function.ts"

/** A member's profile fields; change-membership accepts them one by one. */
export const membership = {
  displayName: z
    .string("must be text")
    .trim()
    .min(1, "must have at least one letter")
    .max(60, "must have at most 60 characters")
    // Control and direction marks could make a name look like another.
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not have invisible characters"),
  visibility: z.enum(["public", "members", "hidden"], "must be public, members or hidden"),
  units: z.enum(["metric", "imperial"], "must be metric or imperial"),
  declaredTie: z.boolean("must be true or false"),
  timeZone: z.string().max(60).refine(isTimeZone, "must be a time zone such as America/Los_Angeles"),
}

const shape = z.object({
  ...membership,
  units: membership.units.default("metric"),
  visibility: membership.visibility.default("public"),
  declaredTie: membership.declaredTie.default(false),
  /** The exact text that was shown and agreed to. */
  consent: z.literal(consentText, "must be the text shown with the checkbox; reload the page"),
})

/** Makes the caller a member of the competition and stores the agreed text. Returns the athlete's slug. */
export const joinCompetition = memberFunction(shape, async (world, { consent, ...said }, { userId }) => {
  const joined = await join(world, { ...said, userId, consentText: consent })
  if (joined.ok) return { ok: true, value: { slug: joined.athlete.slug } }
  return { ok: false, code: joined.code, message: "You have already joined the competition.", status: 409 }
})
