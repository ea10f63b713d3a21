import { randomBytes } from "node:crypto"
import { z } from "zod"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { isDay } from "#primitives/days.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { addDays, type Day, dayIn } from "#primitives/zones.ts"
import { lockMember, privateRule, secretOf } from "./stored.ts"

const lengths: readonly number[] = privateRaceRule.lengths

/** What a member chooses, as a form sends it. */
export const privateRaceFields = {
  days: z.coerce.number().refine((days) => lengths.includes(days)),
  from: z.string().refine(isDay),
}

/** The days on which a race may begin, on the member's calendar: today and those after it. */
export function firstDays(today: Day): Day[] {
  return Array.from({ length: privateRaceRule.daysAhead + 1 }, (_, n) => addDays(today, n))
}

/**
 * Creates a private race with its creator in it. Errors: `not_joined`; `wrong_day`: it would begin in the past or too far ahead;
 * `too_many`: the member is in as many races as allowed.
 * @param from its first day
 * @param days its length
 */
export async function createPrivateRace(
  world: World,
  { userId, from, days }: { userId: string; from: Day; days: number },
): Promise<{ ok: true; name: string } | Refusal<"not_joined" | "wrong_day" | "too_many">> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const member = await lockMember(db, { userId, now })
    if (!member) return { ok: false, code: "not_joined" }
    if (!firstDays(dayIn(now, member.timeZone)).includes(from)) return { ok: false, code: "wrong_day" }
    if (member.races >= privateRaceRule.mostAtOnce) return { ok: false, code: "too_many" }
    const name = randomBytes(8).toString("hex")
    await db.sql`
      with created as (
        insert into races (name, title, words, metric, least_minutes, entrants, from_on, to_on, invite_hash, repeats)
        values (
          ${name}, ${privateRule.title}, ${privateRule.words}, ${privateRule.metric}, ${privateRule.leastMinutes},
          ${privateRule.entrants}, ${from}::date, ${addDays(from, days - 1)}::date, ${hashToken(secretOf(world, name))},
          ${privateRule.repeats}
        )
        returning id
      )
      insert into race_entrants (race_id, athlete_id, entered_at) select id, ${member.id}, ${now} from created`
    return { ok: true, name }
  })
}
