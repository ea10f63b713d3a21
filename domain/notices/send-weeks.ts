import type { NoticeKind } from "#content/notice-kinds.ts"
import { cheersSince } from "#domain/community/cheers-of-week.ts"
import { readStored } from "#domain/competition/streaks/stored.ts"
import { type NextSession, nextSessions, noteReminded } from "#domain/events/next-sessions.ts"
import type { World } from "#domain/world.ts"
import { daysBetween } from "#primitives/days.ts"
import { claim } from "./claim.ts"
import { factsOf, readPlaces } from "./facts.ts"
import { type NoticeItem, noticeItems } from "./lines.ts"
import { noticeMail, type Told } from "./notice-mail.ts"
import { ownTeamPlaces } from "./teams.ts"
import { stillThereTold, streakToTell, weeksOf, weekTold } from "./week.ts"
import { quietDays, type WeekDue, weeksDue } from "./week-due.ts"

const dayMs = 86_400_000

/**
 * Mails their week to members who want it, at their day and hour: it is the notice of that day, and takes with it what else there is
 * to tell. Left out after two weeks without training; then "Still there?" once, and nothing until they train again. Run by
 * a deadline every few minutes, by any number of processes. Returns the number of mails.
 */
export async function sendWeeks(world: World): Promise<number> {
  const due = await weeksDue(world)
  if (due.length === 0) return 0
  const writeTo = await weeksFor(world, due)
  let sent = 0
  for (const member of due) {
    const letter = writeTo(member)
    if (letter && (await send(world, member, letter))) sent++
  }
  return sent
}

interface Letter {
  told: Told
  /** What else it tells. */
  items: readonly NoticeItem[]
  /** Sessions of tomorrow, of which it reminds. */
  reminds: readonly NextSession[]
  /** The places that the next week is compared with; null for "Still there?". */
  places: Record<string, number> | null
}

async function weeksFor(world: World, due: readonly WeekDue[]): Promise<(member: WeekDue) => Letter | null> {
  const { db, now } = world
  const at = now()
  const { sql } = db
  const athleteIds = due.map(({ athleteId }) => athleteId)
  const endless = new Date(at.getTime() + 400 * dayMs)
  const [stored, facts, places, teams, cheers, sessions] = await Promise.all([
    readStored(db, sql`a.id = any(${athleteIds}::bigint[])`),
    factsOf(world, due),
    readPlaces(db, athleteIds, { at, endsBefore: endless }),
    ownTeamPlaces(world, { athleteIds, endsBefore: endless }),
    cheersSince(world, { athleteIds, since: new Date(at.getTime() - 7 * dayMs) }),
    nextSessions(world, { userIds: due.map(({ userId }) => userId), days: 14 }),
  ])
  const training = new Map(stored.map((one) => [one.athleteId, one]))
  return (member) => {
    const { athleteId, userId, localOn, until, joinedOn, askedOn, toldPlaces, choices, taken } = member
    const own = training.get(athleteId)
    if (!own) return null
    const last = own.days.findLast(([, points]) => points > 0)?.[0] ?? joinedOn
    const quiet = daysBetween(last, localOn)
    if (quiet >= quietDays.asked && (askedOn === null || askedOn <= last))
      return { told: stillThereTold(world), items: [], reminds: [], places: null }
    if (quiet >= quietDays.leftOut) return null
    const known = facts(member)
    const items = noticeItems(known).filter(
      ({ kind, isOver }) =>
        choices[kind] !== "off" &&
        kind !== "reminder" &&
        !isOver &&
        !(kind === "prize" && taken.includes("prize")),
    )
    const ranks = places.filter((one) => one.athleteId === athleteId)
    const next = sessions.find((one) => one.userId === userId)
    const { week, usual, credits } = weeksOf(own, until)
    const told = weekTold(world, {
      ...{ week, usual },
      which: until === localOn ? "this" : "last",
      streak: streakToTell(own, localOn),
      places: ranks.map(({ race, season, place, total }) => ({
        ...{ race, place, total },
        before: toldPlaces[season] ?? null,
      })),
      teams: teams.get(athleteId) ?? [],
      cheers: cheers.get(athleteId),
      next: next ? `${next.occurrence.event.title}, ${next.when}` : null,
      ending: ranks
        .filter(({ closesAt }) => closesAt.getTime() - at.getTime() < 7 * dayMs)
        .map(({ race, lastDay }) => ({ race, lastDay })),
      lines: items.map(({ line }) => line),
      credits: [...new Set([...credits, ...ranks.flatMap((one) => one.credits)])].sort(),
    })
    return {
      ...{ told, items },
      reminds: choices.reminder === "off" ? [] : known.toRemind,
      places: Object.fromEntries(ranks.map(({ season, place }) => [season, place])),
    }
  }
}

function send(world: World, member: WeekDue, { told, items, reminds, places }: Letter): Promise<boolean> {
  const kinds: NoticeKind[] = ["week", ...items.map(({ kind }) => kind)]
  const slots = ["day", ...(kinds.includes("prize") ? ["prize"] : [])]
  return world.db.transaction(async (db) => {
    if (!(await claim(world, db, member, { slots, kinds }))) return false
    const { athleteId, localOn } = member
    await db.sql`
      update private.notice_settings set
        told_places = case when ${places === null} then told_places else ${db.sql.json(places ?? {})}::jsonb end,
        asked_on = case when ${places === null} then ${localOn}::date end
      where athlete_id = ${athleteId}`
    const ids = reminds.map(({ id }) => id)
    if (ids.length > 0) await noteReminded(db, ids, world.now())
    await world.mail.queue(db, noticeMail(world, member, { kinds: ["week"], told }), {
      key: `notice:${athleteId}:${localOn}:week`,
    })
    return true
  })
}
