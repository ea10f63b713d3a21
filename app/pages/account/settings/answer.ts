import { z } from "zod"
import { ownPageRule } from "#content/own-page.ts"
import { site } from "#content/site.ts"
import { endCalendarAddress, renewCalendarAddress } from "#domain/calendar/address.ts"
import { changeOwnPage, ownPageFields } from "#domain/community/own-page.ts"
import { endWish, wishFor } from "#domain/competition/teams/wish.ts"
import { chooseSponsorMail } from "#domain/leads/preferences.ts"
import type { Sender } from "#domain/leads/sender.ts"
import { changeGroups, groupFields } from "#domain/members/groups.ts"
import { changeMember } from "#domain/members/member.ts"
import { profileFields } from "#domain/members/profile.ts"
import type { World } from "#domain/world.ts"
import { profileProblem } from "../competition/profile-labels.ts"
import { notJoined, type Refused, type Typed } from "../member-action.ts"
import { ownPageIn } from "./own-page.tsx"

const profileShape = z.object(profileFields)

const wishProblems = {
  unknown_athlete:
    "Nobody with that name is in the competition, or they do not show it. Paste the link of their page.",
  several: "Several athletes have that name. Paste the link of their page instead.",
  yourself: "That is you. Name the friend you want to be drawn with.",
} as const

/** Saves with whom the member wants to be drawn into a team, or that it is nobody. */
export async function saveWish(world: World, userId: string, { named = "" }: Typed): Promise<Refused | null> {
  if (named.trim() === "") {
    await endWish(world, userId)
    return null
  }
  const done = await wishFor(world, userId, named)
  if (done.ok) return null
  return done.code === "not_joined"
    ? notJoined
    : { status: 422, code: done.code, problem: wishProblems[done.code] }
}

/** Saves whether the member gets the email about one sponsored race. */
export async function saveSponsorMail(
  world: World,
  userId: string,
  { sponsorship, on }: Typed,
  sender: Sender,
): Promise<Refused | null> {
  const id = /^\d{1,9}$/.test(sponsorship ?? "") ? Number(sponsorship) : 0
  const chosen = { userId, sponsorship: id, on: on !== undefined }
  const done = await chooseSponsorMail(world, chosen, sender)
  return done.ok ? null : { status: 409, code: done.code, problem: sponsorProblems[done.code] }
}

const sponsorProblems = {
  unconfirmed: "Confirm the address of your account first.",
  suppressed: `Your address refused our emails before, so we send none there. Write to ${site.supportEmail} to change that.`,
  over: "There is no such email anymore: it was sent, or the race is over.",
}

/** Saves the groups that the member is listed in. An empty field takes them out. */
export async function saveGroups(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const read = groupFields(world.now()).safeParse(typed)
  if (!read.success)
    return { status: 422, code: "invalid", problem: read.error.issues[0]?.message ?? "Choose a group." }
  const done = await changeGroups(world, userId, read.data)
  return done.ok ? null : notJoined
}

/** Saves how the member is shown. */
export async function saveProfile(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const read = profileShape.safeParse({ ...typed, declaredTie: "declaredTie" in typed })
  if (!read.success) return { status: 422, code: "invalid", problem: profileProblem(read.error.issues[0]) }
  const change = { ...read.data, showsLooking: "showsLooking" in typed }
  const done = await changeMember(world, userId, change)
  return done.ok ? null : notJoined
}

/** Saves what the member says and shows about themselves. */
export async function saveOwnPage(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const page = ownPageIn(typed)
  const read = ownPageFields.safeParse(page)
  if (!read.success)
    return { status: 422, code: "invalid", problem: read.error.issues[0]?.message ?? "Look at this again." }
  if (page.sports.length > ownPageRule.sports)
    return { status: 422, code: "invalid", problem: `Choose up to ${ownPageRule.sports} sports.` }
  const done = await changeOwnPage(world, userId, { ...page, ...read.data })
  return done.ok ? null : notJoined
}

/** Makes, replaces or ends the address of the member's calendar. */
export async function saveCalendar(world: World, userId: string, typed: Typed): Promise<null> {
  if (typed.do === "end") await endCalendarAddress(world.db, userId)
  else await renewCalendarAddress(world, userId)
  return null
}
