/** A captain's chats on the page of the team: what is refused, and that nobody else reaches them. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { exportChats } from "#domain/chat/addresses.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { foundTeam, joinTeam } from "#domain/competition/teams/founding.ts"
import { ownTeam } from "#domain/competition/teams/own-team.ts"
import { willingChat } from "#test/support/chat.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { ownChats, saveChat } from "./save-chat.ts"

const race = { season: "monthly-2026-12", name: "crews" }
const address = "https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmn1234"

let t: TestWorld
let captain: CommunityMember
let member: CommunityMember
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-25T22:00:00Z")
  t.world.chat = willingChat
  await maintainBoards(t.world)
  captain = await addMember(t.world, "Ana Ash")
  member = await addMember(t.world, "Ben Birch")
  const crews = sideRace({ name: "crews", title: "Crews", words: "Teams of friends.", entrants: "captains" })
  await addRace(t.world, { season: race.season, race: crews })
  await foundTeam(t.world, { ...race, userId: captain.userId }, "Early Crew")
  const own = await ownTeam(t.world, { ...race, userId: captain.userId })
  await joinTeam(t.world, { ...race, userId: member.userId }, (own.ok && own.own.team?.code) || "")
})
afterAll(() => t.close())

const as = ({ userId }: CommunityMember) => ({ ...race, userId })
const chats = () => ownChats(t.world, as(captain))

test("a captain adds, tests and ends a chat, and nobody else sees or changes it", async () => {
  expect(await chats()).toEqual([])
  expect(
    await saveChat(t.world, as(captain), { form: "chat", address: "https://evil.example/" }),
  ).toMatchObject({
    ...{ status: 409, code: "bad_address", problem: expect.stringContaining("Discord") },
  })
  expect(await saveChat(t.world, as(captain), { form: "chat", address: ` ${address}\n` })).toBeNull()
  const [chat] = (await chats()) ?? []
  expect(chat).toMatchObject({ service: "Slack", lastFour: "1234", ok: null, problem: null, isOff: false })
  expect(
    JSON.stringify([await chats(), await exportChats(t.world.db, { id: captain.userId } as never)]),
  ).not.toContain("abcdefghijklmn")

  expect(await ownChats(t.world, as(member))).toBeNull()
  for (const form of ["chat", `chat-test ${chat?.id}`, `chat-end ${chat?.id}`])
    expect(await saveChat(t.world, as(member), { form, address })).toMatchObject({ code: "not_captain" })
  expect(await chats()).toHaveLength(1)

  // The race begins in December.
  expect(await saveChat(t.world, as(captain), { form: `chat-test ${chat?.id}` })).toMatchObject({
    code: "nothing",
  })
  t.clock.set("2026-12-02T22:00:00Z")
  expect(await saveChat(t.world, as(captain), { form: `chat-test ${chat?.id}` })).toBeNull()
  expect(await chats()).toMatchObject([{ ok: "December 2, 2026" }])
  for (const wrong of ["chat-test", "chat-end nothing", "chat-test 00000000-0000-4000-8000-000000000000"])
    expect(await saveChat(t.world, as(captain), { form: wrong })).toMatchObject({ code: "unknown_chat" })
  expect(await saveChat(t.world, as(captain), { form: `chat-end ${chat?.id}` })).toBeNull()
  expect(await chats()).toEqual([])
})
