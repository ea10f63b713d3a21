/** The validity of mailed links and codes: how long, how often and for whom they work, and what is stored of them. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { sha256 } from "#primitives/secrets.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { keepChallenge } from "../flow-state.ts"
import { createUser } from "../users/create.ts"
import { codeHash, issueToken, type TokenType } from "./issue.ts"
import { redeemCode, redeemLink } from "./redeem.ts"

let site: TestAuth
let auth: Auth
let db: Db
let userId: string
beforeAll(async () => {
  site = await createTestAuth()
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())

const address = "a@example.com"
const account = () => createUser(auth, db, { email: `${randomUUID()}@example.com`, provider: "email" })
beforeEach(async () => {
  userId = await account()
})

const issue = (type: TokenType = "recovery_token", changes = {}) =>
  issueToken(auth, db, { userId, type, address, ...changes })
const byLink = (token: string, types: TokenType[] = ["recovery_token"]) => redeemLink(auth, db, token, types)
const byCode = (code: string, changes = {}) =>
  redeemCode(auth, db, { userId, address, code, types: ["recovery_token"], ...changes })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
const matching = (form: RegExp) => expect.stringMatching(form)
const tries = async () =>
  (
    await db.sql<{ wrong_tries: number }>`
      select wrong_tries from auth_private.one_time_codes c join auth.one_time_tokens t on t.id = c.token_id
      where t.user_id = ${userId} order by t.token_type`
  ).map((row) => row.wrong_tries)

const redeemed = (type: TokenType = "recovery_token") => ({
  ...{ userId, type, address, flowStateId: null, redirectTo: null },
})

test.each([
  ["a link", (issued: { linkToken: string }) => byLink(issued.linkToken)],
  ["a code", (issued: { code: string }) => byCode(issued.code)],
])("%s works once within an hour, and then neither it nor its counterpart works", async (_what, redeem) => {
  const first = await issue()
  site.test.clock.advance(3_600_000 - 1)
  expect(await redeem(first)).toEqual(redeemed())
  expect([await byLink(first.linkToken), await byCode(first.code)]).toEqual([null, null])
  const late = await issue()
  site.test.clock.advance(3_600_000)
  expect([await byLink(late.linkToken), await byCode(late.code)]).toEqual([null, null])
  expect(await tries()).toEqual([0])
})

test("only the latest token of a type is valid, and those of other types or accounts are not affected", async () => {
  const first = await issue()
  const confirmation = await issue("confirmation_token")
  const others = await issue("recovery_token", { userId: await account() })
  const latest = await issue()
  expect([await byLink(first.linkToken), await byCode(first.code)]).toEqual([null, null])
  expect(await byLink(latest.linkToken)).toEqual(redeemed())
  expect(await byLink(confirmation.linkToken, ["confirmation_token"])).toEqual(redeemed("confirmation_token"))
  expect(await byLink(others.linkToken)).toMatchObject({ type: "recovery_token" })
})

test("a link works only for its own purpose", async () => {
  const { linkToken } = await issue()
  expect([await byLink(linkToken, ["confirmation_token"]), await byLink(linkToken, [])]).toEqual([null, null])
  expect([await byLink(`${linkToken}0`), await byLink("")]).toEqual([null, null])
  expect(await byLink(linkToken, ["confirmation_token", "recovery_token"])).toEqual(redeemed())
})

test("a code works for its account, address and type only, and attempts with others are not counted", async () => {
  const { code } = await issue()
  expect(await byCode(code, { address: "b@example.com" })).toBeNull()
  expect(await byCode(code, { userId: await account() })).toBeNull()
  expect(await byCode(code, { types: ["confirmation_token"] })).toBeNull()
  expect(await tries()).toEqual([0])
  expect(await byCode(code)).toEqual(redeemed())
})

test.each([
  [4, true],
  [5, false],
])("after %d wrong attempts a code is still valid: %s; its link always is", async (count, good) => {
  const { code, linkToken } = await issue()
  for (let n = 0; n < count; n++) expect(await byCode(wrong(code))).toBeNull()
  expect(await tries()).toEqual([count])
  expect((await byCode(code)) !== null).toBe(good)
  if (!good) expect(await tries()).toEqual([5])
  if (!good) expect(await byLink(linkToken)).toEqual(redeemed())
})

test("an attempt is checked against both codes for an address, and counted for each", async () => {
  const types: TokenType[] = ["confirmation_token", "recovery_token"]
  const old = await issue("confirmation_token")
  await byCode(wrong(old.code), { types })
  const fresh = await issue()
  const neither = [old.code, fresh.code].includes("000000") ? "999999" : "000000"
  for (let n = 0; n < 4; n++) expect(await byCode(neither, { types })).toBeNull()
  // The older one has used up its five attempts.
  expect(await tries()).toEqual([5, 4])
  expect(await byCode(old.code, { types })).toBeNull()
  expect(await tries()).toEqual([5, 5])
  const again = await issue()
  expect(await byCode(again.code, { types })).toEqual(redeemed())
  expect(await tries()).toEqual([5])
})

test("a link continues the flow that requested it, and leads to the requested page", async () => {
  const challenge = { challenge: "a".repeat(43), method: "plain" as const }
  const flowStateId = await keepChallenge(auth, db, challenge, {
    ...{ provider: "email", authenticationMethod: "recovery" },
  })
  const redirectTo = "http://b4m.test/welcome"
  const { linkToken } = await issue("recovery_token", { flowStateId, redirectTo })
  expect(linkToken).toMatch(/^pkce_[0-9a-f]{56}$/)
  expect(await byLink(linkToken)).toEqual({ ...redeemed(), flowStateId, redirectTo })
  const without = await issue("recovery_token", { redirectTo: undefined })
  expect(without.linkToken).toMatch(/^[0-9a-f]{56}$/)
})

test("only digests of a link and its code are stored, which nobody can compute without the secret", async () => {
  const { linkToken, code } = await issue()
  const [kept] = await db.sql<{ token_hash: string; code_hash: string; id: string }>`
    select t.id, t.token_hash, encode(c.code_hash, 'hex') as code_hash
    from auth.one_time_tokens t join auth_private.one_time_codes c on c.token_id = t.id where t.user_id = ${userId}`
  const plain = [linkToken, code].map((secret) => sha256(secret).toString("hex"))
  expect([kept?.token_hash, kept?.code_hash]).toEqual([/^[0-9a-f]{64}$/, /^[0-9a-f]{64}$/].map(matching))
  expect(plain).not.toContain(kept?.token_hash)
  expect(plain).not.toContain(kept?.code_hash)
  expect(codeHash(auth, kept?.id ?? "", code)).not.toEqual(codeHash(auth, randomUUID(), code))
})
