import type { MomentKind } from "#content/moments.ts"
import { type OwnPhoto, ownPhoto } from "#domain/members/photo.ts"
import type { World } from "#domain/world.ts"
import { dateFormat } from "#primitives/date-format.ts"
import type { Boards } from "../boards/board.ts"
import { ownPrivateRaces } from "../private-races/own.ts"
import type { ExplainedDay } from "../scoring/explain.ts"
import { momentsNow } from "../seasons/moments-now.ts"
import { prizesOf } from "../seasons/own-prizes.ts"
import { type OwnActivity, ownActivities } from "./activities.ts"
import { importsOf, type OwnImport } from "./imports.ts"
import { type OwnPlaces, ownPlaces } from "./places.ts"
import { type OwnSources, ownSources } from "./sources.ts"
import {
  ownDays,
  type StrengthLog,
  strengthLogsBeside,
  strengthLogsOf,
  type WithheldActivity,
  withheldFrom,
} from "./training.ts"

/** The member's competition profile. */
export interface OwnAthlete {
  slug: string
  displayName: string
  visibility: "public" | "members" | "hidden"
  units: "metric" | "imperial"
  /** When the account was created, on the member's clock: "November 21, 2026". */
  since: string | null
  joinedOn: string
  /** The token in the member's invite link. */
  invite: string
  /** The sport uploaded most; null before the first workout. */
  sport: string | null
  /** The chosen look of their figure; null for neutral. */
  look: string | null
}

/** All that a member's account page shows. Nobody else ever gets it. */
export interface OwnAccount {
  athlete: OwnAthlete
  /** Prizes that wait for an address, a payment or their shipping. */
  prizes: { id: number; title: string; isClaimed: boolean }[]
  places: OwnPlaces
  days: ExplainedDay[]
  /** What the member may want to share now; null for members who are not visible to everybody. */
  moment: MomentKind | null
  activities: { rows: OwnActivity[]; total: number; logs: StrengthLog[] }
  /** Whether an activity waits for a review. */
  isReviewing: boolean
  withheld: WithheldActivity[]
  logs: { rows: StrengthLog[]; total: number }
  imports: OwnImport[]
  sources: OwnSources
  photo: OwnPhoto | null
  /** The member's private race that is on or ahead, part of its address; null without one. */
  privateRace: string | null
}

const day = dateFormat({ dateStyle: "long" })

/**
 * The account page of a member; null when the account has not joined the competition. Every statement names the account.
 * @param first how many activities and strength logs to list
 */
export async function ownAccount(
  world: World,
  boards: Boards,
  { userId, first }: { userId: string; first: { activities: number; logs: number } },
): Promise<OwnAccount | null> {
  const { db } = world
  const [row] = await db.sql<ProfileRow>`
    select a.slug, a.display_name as "displayName", a.visibility, a.units, u.created_at as "createdAt",
      a.joined_at as "joinedAt", a.invite, a.sport, a.look, a.time_zone as zone,
      exists (select from activities x where x.athlete_id = a.id and x.status = 'review') as "isReviewing"
    from athletes a join auth.users u on u.id = a.user_id
    where a.user_id = ${userId}
  `
  if (!row) return null
  const { createdAt, joinedAt, zone, isReviewing, ...athlete } = row
  const [prizes, places, days, moments, activities, withheld, logs, imports, sources, photo, privateRaces] =
    await Promise.all([
      prizesOf(world, userId),
      ownPlaces(world, boards, { userId, zone }),
      ownDays(db, userId),
      athlete.visibility === "public" ? momentsNow(world, boards, athlete.slug) : null,
      ownActivities(world, userId, first.activities),
      withheldFrom(db, userId),
      strengthLogsOf(db, userId, first.logs),
      importsOf(db, userId),
      ownSources(world, { userId, zone }),
      ownPhoto(world, userId),
      ownPrivateRaces(world, userId),
    ])
  return {
    athlete: { ...athlete, since: createdAt && day(createdAt, zone), joinedOn: day(joinedAt, zone) },
    prizes: prizes.flatMap(({ id, title, state }) =>
      state === "waiting" || state === "claimed" ? [{ id, title, isClaimed: state === "claimed" }] : [],
    ),
    places,
    days,
    moment: moments?.moments[0]?.kind ?? null,
    activities: { ...activities, logs: await strengthLogsBeside(db, userId, activities.rows) },
    isReviewing,
    withheld,
    logs,
    imports,
    sources,
    photo,
    privateRace:
      privateRaces.findLast(({ phase }) => phase === "running" || phase === "upcoming")?.name ?? null,
  }
}

interface ProfileRow extends Omit<OwnAthlete, "since" | "joinedOn"> {
  createdAt: Date | null
  joinedAt: Date
  zone: string
  isReviewing: boolean
}
