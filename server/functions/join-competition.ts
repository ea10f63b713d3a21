import { z } from "zod"
import { consentText } from "#content/competition-consent.ts"
import { join } from "#domain/members/member.ts"
import { isTimeZone } from "#primitives/zones.ts"
import { memberFunction } from "./member-function.ts"
import { personName } from "./person-name.ts"

/** A member's profile fields; change-membership accepts them one by one. */
export const membership = {
  displayName: personName(60),
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
