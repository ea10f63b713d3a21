import { z } from "zod"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { isNamedSport, ownPageRule } from "#content/own-page.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { normalizeText } from "#primitives/normalize-text.ts"
import { hasLink } from "#primitives/person-name.ts"

/** What a member says and shows about themselves; empty texts say nothing. */
export interface OwnPage {
  words: string
  sports: ActivityKind[]
  region: string
  showsCalendar: boolean
  showsMilestones: boolean
  /** Members see that they trained today. */
  showsTrained: boolean
  /** Members see for which sessions they have a spot. */
  showsComing: boolean
  takesComments: boolean
}

const nothing: OwnPage = {
  ...{ words: "", sports: [], region: "" },
  ...{ showsCalendar: false, showsMilestones: false, showsTrained: false, showsComing: false },
  takesComments: true,
}

// House numbers, codes and streets are finer than a city.
const address =
  /\p{N}|(?<!\p{L})(?:street|road|rd|avenue|ave|lane|drive|boulevard|blvd|apartment|apt|suite|rue|calle)(?!\p{L})|stra(?:ß|ss)e(?!\p{L})/iu

const line = (longest: number, what: string) =>
  z
    .string()
    .transform((text) => normalizeText(text).replace(/\s+/g, " "))
    .refine((text) => [...text].length <= longest, `${what} can have at most ${longest} characters.`)
    .refine((text) => !hasLink(text), `${what} cannot have a web or email address.`)

/** The texts as a form sends them. */
export const ownPageFields = z.object({
  words: line(ownPageRule.words, "Your line"),
  region: line(ownPageRule.region, "Your home region").refine(
    (text) => !address.test(text) && text.split(",").length <= 3,
    "Your home region can be a city, a region or a country, never an address.",
  ),
})

/** Replaces what the member says and shows. Errors: `not_joined`. */
export async function changeOwnPage(
  { db }: Pick<World, "db">,
  userId: string,
  page: OwnPage,
): Promise<{ ok: true } | { ok: false; code: "not_joined" }> {
  const me = await athleteIdOf(db, userId)
  if (me === null) return { ok: false, code: "not_joined" }
  const sports = [...new Set(page.sports)].filter(isNamedSport).slice(0, ownPageRule.sports)
  await db.sql`
    insert into private.athlete_pages (
      athlete_id, words, sports, region, shows_calendar, shows_milestones, shows_trained, shows_coming, takes_comments
    )
    values (
      ${me}, ${page.words || null}, ${sports}, ${page.region || null}, ${page.showsCalendar}, ${page.showsMilestones},
      ${page.showsTrained}, ${page.showsComing}, ${page.takesComments}
    )
    on conflict (athlete_id) do update set (
      words, sports, region, shows_calendar, shows_milestones, shows_trained, shows_coming, takes_comments
    ) = (
      excluded.words, excluded.sports, excluded.region, excluded.shows_calendar, excluded.shows_milestones,
      excluded.shows_trained, excluded.shows_coming, excluded.takes_comments
    )`
  return { ok: true }
}

/** What the member says and shows now, as a form has it; null for an account that has not joined. */
export async function ownPageOf(db: Db, userId: string): Promise<OwnPage | null> {
  const me = await athleteIdOf(db, userId)
  if (me === null) return null
  const [row] = await db.sql<OwnPage>`
    select coalesce(words, '') as words, sports, coalesce(region, '') as region, shows_calendar as "showsCalendar",
      shows_milestones as "showsMilestones", shows_trained as "showsTrained", shows_coming as "showsComing",
      takes_comments as "takesComments"
    from private.athlete_pages where athlete_id = ${me}`
  return row ?? nothing
}
