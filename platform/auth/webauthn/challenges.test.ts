/** A challenge works once, for five minutes, for one account and one ceremony. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { createUser } from "../users/create.ts"
import { keepChallenge, spendChallenge } from "./challenges.ts"

let site: TestAuth
let ids: { own: string; other: string }
beforeAll(async () => {
  site = await createTestAuth()
  const { auth } = site.service
  const account = () =>
    createUser(auth, site.test.world.db, { email: `${randomUUID()}@example.com`, provider: "email" })
  ids = { own: await account(), other: await account() }
})
afterAll(() => site.close())

const keep = (userId: string | null, type: "registration" | "authentication" = "registration") =>
  keepChallenge(site.service.auth, site.test.world.db, { type, userId, challenge: "abc" })
const spend = (id: string, userId: string | null, type: "registration" | "authentication" = "registration") =>
  spendChallenge(site.service.auth, { id, type, userId }).catch(({ code }) => code)

test("a challenge is returned with the second of its expiry, and works once", async () => {
  const now = site.service.auth.now().getTime()
  const { challenge_id: id, expires_at: expiresAt } = await keep(ids.own)
  expect(expiresAt).toBe(Math.floor((now + 300_000) / 1000))
  expect([await spend(id, ids.own), await spend(id, ids.own)]).toEqual([
    "abc",
    "webauthn_challenge_not_found",
  ])
})

test("a challenge does not work for another account or ceremony", async () => {
  const [{ challenge_id: own }, { challenge_id: anybody }] = [await keep(ids.own), await keep(null)]
  const refused = "webauthn_challenge_not_found"
  expect(await spend(own, ids.other)).toBe(refused)
  expect(await spend(own, null)).toBe(refused)
  expect(await spend(anybody, ids.own)).toBe(refused)
  expect(await spend(own, ids.own, "authentication")).toBe(refused)
  expect(await spend("no id", ids.own)).toBe(refused)
  expect([await spend(own, ids.own), await spend(anybody, null)]).toEqual(["abc", "abc"])
})

test("a challenge has to be answered within five minutes", async () => {
  const { auth } = site.service
  const now = auth.now()
  const at = async (ms: number) => {
    const { challenge_id: id } = await keepChallenge({ ...auth, now: () => now }, site.test.world.db, {
      ...{ type: "registration", userId: ids.own, challenge: "abc" },
    })
    const later = { ...auth, now: () => new Date(now.getTime() + ms) }
    return spendChallenge(later, { id, type: "registration", userId: ids.own }).catch(({ code }) => code)
  }
  expect(await at(299_999)).toBe("abc")
  expect(await at(300_000)).toBe("webauthn_challenge_expired")
})
