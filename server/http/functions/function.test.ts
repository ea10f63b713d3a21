import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { World } from "#domain/world.ts"
import { type LocalServer, startLocal } from "#test/conformance/support/server.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { limitAccounts } from "../guard/limit-accounts.ts"
import type { RateLimits } from "../guard/rate-limits.ts"
import { bindFunctions } from "./bind.ts"
import { jsonFunction } from "./function.ts"
import { memberFunction } from "./member-function.ts"

let test_world: TestWorld
let server: LocalServer

const double = jsonFunction(
  z.object({ number: z.number("must be a number") }),
  async (world, { number }, caller) =>
    number > 100
      ? { ok: false, code: "too_large", message: "At most 100", status: 422 }
      : {
          ok: true,
          value: { result: number * 2, at: world.now().toISOString(), role: caller.role, who: caller.userId },
        },
)

beforeAll(async () => {
  test_world = await createTestWorld({ now: "2026-11-20T12:00:00Z" })
  server = await startLocal({ functions: bindFunctions(test_world.world, { double }) })
})
afterAll(async () => {
  await server.close()
  await test_world.close()
})

const refusal = async (body: unknown) => {
  const { data, error } = await server.client().functions.invoke("double", { body: body as never })
  expect(data).toBeNull()
  return { name: error.name, status: error.context.status, body: await error.context.json() }
}

test("a function receives validated JSON and the world", async () => {
  const { data, error } = await server.client().functions.invoke("double", { body: { number: 21 } })
  expect(error).toBeNull()
  expect(data).toEqual({ result: 42, at: "2026-11-20T12:00:00.000Z", role: "anon", who: null })
})

test("a function gets the calling member", async () => {
  const token = await server.issuer.token({ sub: "11111111-1111-4111-8111-111111111111" })
  const { data } = await server.client({ token }).functions.invoke("double", { body: { number: 1 } })
  expect(data).toMatchObject({ role: "authenticated", who: "11111111-1111-4111-8111-111111111111" })
})

test("invalid input is refused with a sentence before the function runs", async () => {
  expect(await refusal({ number: "x" })).toEqual({
    name: "FunctionsHttpError",
    status: 400,
    body: {
      error: "number: must be a number",
      code: "invalid_input",
      fields: [{ field: "number", message: "must be a number" }],
    },
  })
  expect((await refusal("not json")).body.code).toBe("invalid_json")
})

test.each([
  ["a NUL character", "a\0b"],
  ["an unpaired surrogate", "\ud800"],
])("text that the database cannot store is refused before the function runs: %s", async (_what, text) => {
  for (const body of [
    { number: 1, text },
    { number: 1, [text]: [] },
    { number: 1, a: [{ text }] },
  ])
    expect(await refusal(JSON.stringify(body))).toMatchObject({
      status: 400,
      body: { code: "invalid_input", error: "The body has text that cannot be stored" },
    })
})

test("an expected refusal has its own status and code", async () => {
  expect(await refusal({ number: 101 })).toMatchObject({
    status: 422,
    body: { error: "At most 100", code: "too_large" },
  })
})

test("methods other than POST are refused", async () => {
  const { error } = await server.client().functions.invoke("double", { method: "GET" })
  expect([error.context.status, error.context.headers.get("allow")]).toEqual([405, "POST"])
})

test("without a session, the body for a member's function is not read", async () => {
  const run = memberFunction(z.object({}), async () => ({ ok: true, value: null }))
  const request = new Request("http://site.test/functions/v1/x", { method: "POST", body: "{}" })
  const answer = await run({} as World, request, { role: "anon", userId: null, claims: { role: "anon" } })
  expect([answer.status, request.bodyUsed]).toEqual([401, false])
})

test("body limits of functions are passed on to the gateway", () => {
  const functions = limitAccounts(bindFunctions({} as World), {
    take: async () => ({ ok: true }),
  } as unknown as RateLimits)
  const limits = Object.entries(functions).map(([name, { bodyLimit }]) => [name, bodyLimit])
  expect(limits.filter(([, limit]) => limit !== undefined)).toEqual([
    ["begin-import", 2 * 1024 * 1024],
    ["upload-import", 3_000_000],
    ["upload-photo", 6_100_000],
  ])
})
