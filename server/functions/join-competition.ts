import { z } from "zod"
import { consentText } from "#content/competition-consent.ts"
import { placeLate } from "#domain/competition/teams/place-late.ts"
import { join } from "#domain/members/member.ts"
import { profileFields } from "#domain/members/profile.ts"
import { memberFunction } from "./member-function.ts"

const shape = z.object({
  ...profileFields,
  units: profileFields.units.default("metric"),
  visibility: profileFields.visibility.default("public"),
  declaredTie: profileFields.declaredTie.default(false),
  /** The exact text that was shown and agreed to. */
  consent: z.literal(consentText, "must be the text shown with the checkbox; reload the page"),
})

/** Makes the caller a member of the competition and stores the agreed text. In the first days of a season of teams, the smallest team gets a member more. Returns the athlete's slug. */
export const joinCompetition = memberFunction(shape, async (world, { consent, ...said }, { userId }) => {
  const joined = await world.db.transaction(async (db) => {
    const joined = await join({ ...world, db }, { ...said, userId, consentText: consent })
    if (joined.ok) await placeLate(db, { athlete: joined.athlete.id, timeZone: said.timeZone }, world.now())
    return joined
  })
  if (joined.ok) return { ok: true, value: { slug: joined.athlete.slug } }
  return { ok: false, code: joined.code, message: "You have already joined the competition.", status: 409 }
})
