/** The forms of private races: a new one, entering by a link with and without the competition, and leaving. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { consentText } from "#content/competition-consent.ts"
import { privateRacesPage } from "#domain/competition/private-races/own.ts"
import { privateRace } from "#domain/competition/private-races/read.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { saveEntering, saveLeaving, saveNewRace } from "./answer.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const joining = {
  form: "join",
  displayName: "Zoe",
  units: "metric",
  timeZone: "Europe/Oslo",
  consent: consentText,
}

/** Where the answer leads; the refusal where it leads nowhere. */
async function goal(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("location")
    throw thrown
  }
}
async function secretOf(userId: string, path: unknown): Promise<string> {
  const found = await privateRace(site.test.world, { userId, name: String(path).split("/").at(-1) ?? "" })
  return found.ok ? (found.race.secret ?? "") : ""
}

test("a new race leads to its page; the link takes a friend into the competition and the race at once, and out again", async () => {
  const { world } = site.test
  const [ana, ben] = [await site.member("ana@example.com"), await site.member("ben@example.com")]
  const choice = { form: "create", days: "7", from: "2026-01-01" }
  expect(await goal(saveNewRace(world, ana.id, choice))).toMatchObject({ status: 409, code: "not-joined" })
  expect(
    await goal(saveEntering(world, ana.id, "0".repeat(40), { ...joining, displayName: "Ana" })),
  ).toMatchObject({
    code: "unknown_race",
  })
  const [today = ""] = (await privateRacesPage(world, ana.id))?.firstDays ?? []
  const send = (typed: Record<string, string>) =>
    goal(saveNewRace(world, ana.id, { form: "create", ...typed }))
  for (const odd of [{ days: "8", from: today }, { days: "7", from: "soon" }, { days: "7" }])
    expect(await send(odd as Record<string, string>)).toMatchObject({ status: 422 })
  expect(await send({ days: "7", from: "2020-01-01" })).toMatchObject({ status: 409, code: "wrong_day" })
  const path = await send({ days: "14", from: today })
  expect(path).toMatch(/^\/account\/races\/[0-9a-f]{16}$/)
  const secret = await secretOf(ana.id, path)
  const enter = (typed: Record<string, string>) => goal(saveEntering(world, ben.id, secret, typed))
  expect(await enter({ form: "enter" })).toMatchObject({ code: "not-joined" })
  expect(await enter({ ...joining, consent: "" })).toMatchObject({ status: 422 })
  expect(await enter({ form: "figure" })).toMatchObject({ status: 422 })
  expect(await enter(joining)).toBe("/account")
  expect(await enter({ form: "enter" })).toBe(path)
  expect((await privateRacesPage(world, ben.id))?.races).toMatchObject([{ entrants: 2 }])
  const name = String(path).split("/").at(-1) ?? ""
  expect(await goal(saveLeaving(world, ben.id, name, { form: "leave" }))).toBe("/account/races")
  expect(await goal(saveLeaving(world, ben.id, name, { form: "leave" }))).toMatchObject({
    code: "unknown_race",
  })
})
