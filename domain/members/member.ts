import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { latinLetters } from "#primitives/latin.ts"
import { dayIn, startOfDay } from "#primitives/zones.ts"
import { slugOf } from "./slug.ts"

type Visibility = "public" | "members" | "hidden"

/** What a member provides when joining, validated on input. */
interface Joining {
  userId: string
  displayName: string
  visibility: Visibility
  units: "metric" | "imperial"
  /** IANA name, "America/Los_Angeles". */
  timeZone: string
  /** Works for the sponsor or runs the site, or lives with someone who does: cannot win. */
  declaredTie?: boolean
  /** The exact consent text that was accepted. */
  consentText: string
}

/** How a member is shown, and whether others see that they look at a board. */
interface Profile extends Pick<Joining, "displayName" | "visibility" | "units" | "timeZone"> {
  declaredTie: boolean
  showsLooking: boolean
}

interface Athlete {
  id: number
  slug: string
  displayName: string
  visibility: Visibility
  units: "metric" | "imperial"
  timeZone: string
  joinedAt: Date
}

/**
 * Makes the account a member of the competition. Joining again returns `already_joined` and changes nothing.
 * The whole day of joining counts, in the time zone chosen now, so a workout earlier that day earns its points.
 */
export async function join(
  world: World,
  joining: Joining,
): Promise<{ ok: true; athlete: Athlete } | { ok: false; code: "already_joined" }> {
  const now = world.now()
  const base = slugOf(joining.displayName)
  while (true) {
    const slug = await freeSlug(world.db, base)
    const [row] = await world.db.sql<AthleteRow>`
      insert into athletes (
        user_id, slug, display_name, search_name, visibility, units, time_zone, consent_text, consent_at, joined_at,
        counts_from, declared_tie
      )
      values (
        ${joining.userId}, ${slug}, ${joining.displayName}, ${foldName(joining.displayName)}, ${joining.visibility},
        ${joining.units}, ${joining.timeZone}, ${joining.consentText}, ${now}, ${now},
        ${startOfDay(dayIn(now, joining.timeZone), joining.timeZone)}, ${joining.declaredTie ?? false}
      )
      on conflict do nothing
      returning *
    `
    if (row) return { ok: true, athlete: toAthlete(row) }
    const known = await athleteOfUser(world.db, joining.userId)
    if (known) return { ok: false, code: "already_joined" }
    // The slug was taken concurrently: try the next free one.
  }
}

/** Updates the details that a member may change at any time. Errors: `not_joined`. */
export async function changeMember(
  world: World,
  userId: string,
  change: Partial<
    Pick<Joining, "displayName" | "visibility" | "units" | "timeZone" | "declaredTie"> & {
      /** Whether others see that the member looks at a board. */
      showsLooking: boolean
      /** The member's choices for their drawn figure (content/figures/looks.ts). */
      look: string
    }
  >,
): Promise<{ ok: true; athlete: Athlete } | { ok: false; code: "not_joined" }> {
  const name = change.displayName ?? null
  // Of an athlete who is hidden by a moderator's decision (hidden-name.ts), the choice applies once that ends.
  const [row] = await world.db.sql<AthleteRow>`
    with chosen as (
      update private.hidden_names h set chosen_visibility = coalesce(${change.visibility ?? null}, chosen_visibility)
      from athletes a where a.user_id = ${userId} and h.athlete_id = a.id
      returning 1
    )
    update athletes set
      display_name = coalesce(${name}, display_name),
      search_name = coalesce(${name === null ? null : foldName(name)}, search_name),
      visibility = case
        when exists (select from chosen) then visibility else coalesce(${change.visibility ?? null}, visibility)
      end,
      units = coalesce(${change.units ?? null}, units),
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      shows_looking = coalesce(${change.showsLooking ?? null}::boolean, shows_looking),
      declared_tie = coalesce(${change.declaredTie ?? null}::boolean, declared_tie),
      look = coalesce(${change.look ?? null}, look),
      updated_at = ${world.now()}
    where user_id = ${userId}
    returning *
  `
  if (!row) return { ok: false, code: "not_joined" }
  return { ok: true, athlete: toAthlete(row) }
}

/** How a member is shown, as they last said it; null when the account has not joined. */
export async function profileOf(db: Db, userId: string): Promise<Profile | null> {
  const [row] = await db.sql<Profile>`
    select display_name as "displayName", coalesce(h.chosen_visibility, visibility) as visibility, units,
      time_zone as "timeZone", declared_tie as "declaredTie", shows_looking as "showsLooking"
    from athletes left join private.hidden_names h on h.athlete_id = id
    where user_id = ${userId}
  `
  return row ?? null
}

/** The member of an account; undefined when the account has not joined. */
export async function athleteOfUser(db: Db, userId: string): Promise<Athlete | undefined> {
  const [row] = await db.sql<AthleteRow>`select * from athletes where user_id = ${userId}`
  return row && toAthlete(row)
}

/** The member with this email address; undefined when there is no such account or it has not joined. */
export async function athleteOfEmail(db: Db, email: string): Promise<Athlete | undefined> {
  const [row] = await db.sql<AthleteRow>`
    select a.* from athletes a join auth.users u on u.id = a.user_id where lower(u.email) = lower(${email})
  `
  return row && toAthlete(row)
}

/** The data stored about the member, for "export my data"; null when the account has not joined. */
export async function exportMember(db: Db, userId: string): Promise<Record<string, unknown> | null> {
  const [row] = await db.sql<Record<string, unknown>>`
    select slug, display_name, visibility, shows_looking, units, time_zone, consent_text, consent_at, joined_at, club,
      declared_tie, sport, look, birth_year, category
    from athletes where user_id = ${userId}
  `
  return row ?? null
}

/** Whether there are sample athletes among the members; every page with a board discloses it. */
export async function hasDemoAthletes(db: Db): Promise<boolean> {
  const rows = await db.sql<{ found: boolean }>`select exists (select from athletes where demo) as found`
  const [row] = rows as [{ found: boolean }]
  return row.found
}

/**
 * Lowercase without accents and joiners, so that a search for "zoe ang" finds "Zoë Ångström" and one for "duc" finds "Đức".
 * Scripts other than Latin stay.
 */
export function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/\p{Script=Latin}+/gu, latinLetters)
    .toLowerCase()
    .trim()
}

async function freeSlug(db: Db, base: string): Promise<string> {
  const rows = await db.sql<{ n: number | null }>`
    select max(case when slug = ${base} then 1 else substring(slug from length(${base}) + 2)::integer end) as n
    from athletes
    where slug = ${base} or slug ~ ${`^${base}-[0-9]{1,6}$`}
  `
  const [row] = rows as [{ n: number | null }]
  return row.n === null ? base : `${base}-${row.n + 1}`
}

interface AthleteRow {
  id: string
  slug: string
  display_name: string
  visibility: Visibility
  units: "metric" | "imperial"
  time_zone: string
  joined_at: Date
}

function toAthlete(row: AthleteRow): Athlete {
  return {
    id: Number(row.id),
    slug: row.slug,
    displayName: row.display_name,
    visibility: row.visibility,
    units: row.units,
    timeZone: row.time_zone,
    joinedAt: row.joined_at,
  }
}
