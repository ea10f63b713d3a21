/** Runs every example of docs/api.md and of /developers. */
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { apiExample } from "#content/developers.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { memberWithToken, openApi, type TestApi, tokenOf } from "#test/support/api.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"

const examples = [
  apiExample("https://example.com"),
  ...readFileSync("docs/api.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("    curl "))
    .map((line) => line.trim()),
]

let t: TestWorld
let api: TestApi
let token: string
let slug: string
beforeAll(async () => {
  t = await createCompetitionWorld("2026-10-20T20:00:00Z")
  const member = await memberWithToken(t.world, { name: "Ada" })
  slug = member.slug
  const trained = async (day: string) =>
    onActivity(t.world, member.athlete, sentRun({ startedAt: new Date(`${day}T16:00:00Z`), externalId: day }))
  await trained("2026-10-19")
  t.clock.set("2026-11-20T20:00:00Z")
  await closeAndAward(t.world, "monthly-2026-10")
  await maintainBoards(t.world)
  await trained("2026-11-19")
  token = await tokenOf(t.world, member.userId)
  api = await openApi(t)
})
afterAll(async () => {
  api.close()
  await t.close()
})

test("there are examples", () => expect(examples.length).toBeGreaterThan(12))

test.each(examples)("%s", async (example) => {
  const address =
    /https:\/\/example\.com\/api\/v1([^"\s]+)/.exec(example)?.[1]?.replace("ada-vale", slug) ?? ""
  const withToken = example.includes("$TOKEN") ? { token } : {}
  const form = new FormData()
  form.append("file", new File(["not a recording"], "run.fit"))
  const body = example.includes("-F ")
    ? form
    : example.includes("--data-binary")
      ? "not a recording"
      : undefined
  const answer = await api.send(address, { ...withToken, ...(body ? { method: "POST", body } : {}) })
  expect([answer.status, answer.body]).toEqual([body ? 202 : 200, expect.any(Object)])
})
