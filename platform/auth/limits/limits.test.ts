/** How often, how long and how many times: the limits of sign-in at their edges. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Auth } from "../auth.ts"
import { issueToken, type TokenType } from "../codes/issue.ts"
import { redeemCode, redeemLink } from "../codes/redeem.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { replaceRecoveryCodes, spendRecoveryCode } from "../factors/recovery-codes.ts"
import { exchangeCode, issueCode, keepChallenge, parseChallenge } from "../flow-state.ts"
import type { Caller } from "../http/caller.ts"
import { isPlain } from "../http/plain.ts"
import { requireRecentSignIn } from "../http/recent.ts"
import { createPasswordRules } from "../passwords/strength.ts"
import { Refusal } from "../refusal.ts"
import { isOver } from "../sessions/lifetime.ts"
import { noteMethod } from "../sessions/methods.ts"
import { isEmail } from "../users/email.ts"
import { hasVerifiedFactor, isBanned } from "../users/row.ts"
import { type AttemptKey, forgive, reserveAttempt } from "./attempts.ts"
import { countMail } from "./mails.ts"
import { limitRequests } from "./requests.ts"
import { isKnownNetwork, rememberNetwork } from "./sign-in.ts"

const start = new Date("2026-11-20T12:00:00Z")
let now = start
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const second = 1000
const day = 86_400 * second

let database: TestDatabase
let auth: Auth
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const config = {
    otpLifetimeS: 3600,
    mailMinIntervalS: 60,
    mailsPerAddressPerHour: 2,
    mailsPerNetworkPerHour: 3,
    signUpsPerNetworkPerHour: Number.POSITIVE_INFINITY,
    refreshesPerNetworkPer5Min: 300,
    verificationsPerNetworkPer5Min: 2,
    recentSignInS: 3600,
  }
  const secrets = deriveSecrets("a-secret-for-tests-of-at-least-32-characters")
  auth = { db: database.db, now: () => now, config, secrets } as unknown as Auth
})
afterAll(() => database.drop())
beforeEach(async () => {
  now = start
  userId = randomUUID()
  await database.db.sql`insert into auth.users (id, email) values (${userId}, ${`${userId}@example.com`})`
})

const rule = { free: 2, firstS: 5, longestS: 20, forgetS: 60 }
const keyOf = (name: string): AttemptKey => ({ key: auth.secrets.digest("attempts", name), rule })
/** "taken", or the seconds after which to try again. */
const outcomeOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => "taken",
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 429) throw error
      return error.extras.retryAfterSeconds
    },
  )

test("attempts wait twice as long after each failure, up to the longest, and are forgotten in time", async () => {
  const attempt = () => outcomeOf(() => reserveAttempt(auth, [keyOf("waits")]))
  expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([
    "taken",
    "taken",
    "taken",
    5,
  ])
  for (const wait of [5, 10, 20, 20]) {
    pass(wait * second - 1)
    expect(await attempt()).toBe(1)
    pass(1)
    expect(await attempt()).toBe("taken")
  }
  pass(60 * second)
  expect(await attempt()).toBe("taken")
  expect(await attempt()).toBe(20)
  pass(60 * second + 1)
  expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([
    "taken",
    "taken",
    "taken",
    5,
  ])
})

test("success takes back one attempt, or all where it proves enough", async () => {
  const [pair, network] = [keyOf("pair"), keyOf("network")]
  const attempt = () => outcomeOf(() => reserveAttempt(auth, [pair, network]))
  await attempt()
  await attempt()
  await attempt()
  await forgive(auth.db, [pair, network], [pair])
  const failures = await auth.db.sql`
    select key = ${network.key} as network, failures from auth_private.attempts where key in (${pair.key}, ${network.key})`
  expect(failures).toEqual([{ network: true, failures: 2 }])
  expect([await attempt(), await attempt()]).toEqual(["taken", 5])
})

const client = (network: string) => ({ ip: "192.0.2.1", network, userAgent: "Test" })

test("a network's requests are refilled evenly, by kind", async () => {
  const take = (kind: "verification" | "mail" | "sign-up", network = "a") =>
    outcomeOf(() => limitRequests(auth, kind, client(network)))
  expect([await take("verification"), await take("verification"), await take("verification")]).toEqual([
    "taken",
    "taken",
    150,
  ])
  expect([await take("mail"), await take("verification", "b")]).toEqual(["taken", "taken"])
  pass(150 * second - 1)
  expect(await take("verification")).toBe(1)
  pass(1)
  expect([await take("verification"), await take("verification")]).toEqual(["taken", 150])
  expect(await take("mail")).toBe("taken")
  expect(await take("mail")).toBe("taken")
  expect(await take("mail")).toBe(1050)
  for (let n = 0; n < 5; n++) expect(await take("sign-up")).toBe("taken")
})

test("mails to an address keep their distance, and those to a mailbox their number", async () => {
  const mail = (address: string) => outcomeOf(() => auth.db.transaction((db) => countMail(auth, db, address)))
  expect(await mail("a@example.com")).toBe("taken")
  expect([await mail("a@example.com"), await mail("b@example.com")]).toEqual([60, "taken"])
  pass(60 * second - 1)
  expect(await mail("a@example.com")).toBe(1)
  pass(1)
  expect(await mail("a+x@example.com")).toBe("taken")
  pass(60 * second)
  expect(await mail("a@example.com")).toBe(3600 - 120)
  pass((3600 - 120) * second - 1)
  expect(await mail("a@example.com")).toBe(1)
  pass(1)
  expect(await mail("a@example.com")).toBe("taken")
})

test("a network is known to an account for 90 days, and an unknown address never", async () => {
  const known = (network: string) => isKnownNetwork(auth, userId, client(network))
  await rememberNetwork(auth, auth.db, userId, client("home"))
  await rememberNetwork(auth, auth.db, userId, { ...client("unknown"), ip: null })
  expect([await known("home"), await known("unknown"), await known("elsewhere")]).toEqual([
    true,
    false,
    false,
  ])
  pass(90 * day - 1)
  expect(await known("home")).toBe(true)
  pass(1)
  expect(await known("home")).toBe(false)
})

const issue = (type: TokenType = "recovery_token") =>
  issueToken(auth, auth.db, { userId, type, address: "a@example.com" })
const byCode = (code: string, changes = {}) =>
  redeemCode(auth, auth.db, {
    userId,
    address: "a@example.com",
    code,
    types: ["recovery_token"],
    ...changes,
  })

test("a link and its code are good once, for an hour, and for what they were made for", async () => {
  const first = await issue()
  expect(await redeemLink(auth, auth.db, first.linkToken, ["confirmation_token"])).toBeNull()
  expect(await redeemLink(auth, auth.db, `${first.linkToken}0`, ["recovery_token"])).toBeNull()
  expect(await redeemLink(auth, auth.db, first.linkToken, ["recovery_token"])).toMatchObject({ userId })
  expect(await redeemLink(auth, auth.db, first.linkToken, ["recovery_token"])).toBeNull()
  expect(await byCode(first.code)).toBeNull()
  const second = await issue()
  pass(3600 * 1000 - 1)
  expect(await byCode(second.code, { address: "b@example.com" })).toBeNull()
  expect(await byCode(second.code, { userId: randomUUID() })).toBeNull()
  expect(await byCode(second.code)).toMatchObject({ userId, address: "a@example.com" })
  const [third, fourth] = [await issue(), await issue()]
  expect(await redeemLink(auth, auth.db, third.linkToken, ["recovery_token"])).toBeNull()
  pass(3600 * 1000)
  expect(await byCode(fourth.code)).toBeNull()
  expect(await redeemLink(auth, auth.db, fourth.linkToken, ["recovery_token"])).toBeNull()
})

test.each([
  [4, true],
  [5, false],
])("after %d wrong tries a code is still good: %s, its link in any case", async (tries, good) => {
  const { code, linkToken } = await issue()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0")
  for (let n = 0; n < tries; n++) expect(await byCode(wrong)).toBeNull()
  expect((await byCode(code)) !== null).toBe(good)
  if (!good) expect(await redeemLink(auth, auth.db, linkToken, ["recovery_token"])).not.toBeNull()
})

const challenge = "a".repeat(43)
test.each([
  ["the verifier within five minutes", challenge, 300_000, undefined],
  ["the verifier after that", challenge, 300_001, "flow_state_expired"],
  ["another verifier", `${challenge}b`, 0, "bad_code_verifier"],
])("a code is exchanged with %s, and then never again", async (_what, verifier, ms, code) => {
  const flow = { provider: "email", authenticationMethod: "otp" }
  const id = await keepChallenge(auth, auth.db, { challenge, method: "plain" }, flow)
  const given = await issueCode(auth, auth.db, id, userId)
  pass(ms)
  const exchanged = await exchangeCode(auth, auth.db, given, verifier)
  expect(exchanged instanceof Refusal ? exchanged.code : undefined).toBe(code)
  expect(await exchangeCode(auth, auth.db, given, challenge)).toMatchObject({ code: "flow_state_not_found" })
})

test("a flow that is gone gives no code", async () => {
  await expect(issueCode(auth, auth.db, randomUUID(), userId)).rejects.toMatchObject({
    code: "flow_state_not_found",
  })
})

test.each([
  ["", "", null],
  [challenge, "S256", { challenge, method: "s256" }],
  ["a".repeat(128), "plain", { challenge: "a".repeat(128), method: "plain" }],
  [challenge, "", "refused"],
  ["", "plain", "refused"],
  [challenge, "md5", "refused"],
  ["a".repeat(42), "plain", "refused"],
  ["a".repeat(129), "plain", "refused"],
  [`${"a".repeat(42)}!`, "plain", "refused"],
])("the challenge %j by %j is %j", (code_challenge, code_challenge_method, expected) => {
  const parse = () => parseChallenge({ code_challenge, code_challenge_method })
  if (expected === "refused") expect(parse).toThrow(Refusal)
  else expect(parse()).toEqual(expected)
})

test("a recovery code is good once, however it is typed, and only for its factor", async () => {
  const [factorId, other] = [randomUUID(), randomUUID()]
  for (const id of [factorId, other])
    await auth.db.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${id}, ${userId}, 'totp', 'verified', now(), now())`
  const [code = ""] = await replaceRecoveryCodes(auth, auth.db, factorId)
  const spend = (id: string, typed: string) => spendRecoveryCode(auth, auth.db, id, typed)
  expect([await spend(other, code), await spend(factorId, `${code}x`)]).toEqual([false, false])
  const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4)} `
  expect([await spend(factorId, typed), await spend(factorId, code)]).toEqual([true, false])
})

test.each([
  ["a moment ago", 0, null],
  ["an hour ago", 3600 * second, null],
  ["more than an hour ago", 3600 * second + 1, "reauthentication_needed"],
  ["never", null, "reauthentication_needed"],
])("somebody who proved who they are %s may go on, or must do so again", async (_when, agoMs, code) => {
  const sessionId = randomUUID()
  await auth.db.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${userId}, ${start}, ${start})`
  if (agoMs !== null) await noteMethod(auth, auth.db, sessionId, "password")
  pass(agoMs ?? 0)
  const prove = (factors: object[] | null, aal: string) =>
    requireRecentSignIn(auth, {
      user: { factors },
      session: { id: sessionId, aal },
    } as unknown as Caller).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    )
  const verified = [{ status: "verified", factor_type: "totp" }]
  expect([await prove(null, "aal1"), await prove(verified, "aal2")]).toEqual([code, code])
  expect(await prove(verified, "aal1")).toBe("insufficient_aal")
})

test.each([
  [[], false],
  [[{ status: "verified", factor_type: "totp" }], true],
  [[{ status: "verified", factor_type: "webauthn" }], true],
  [[{ status: "unverified", factor_type: "totp" }], false],
  [[{ status: "verified", factor_type: "recovery_code" }], false],
  [
    [
      { status: "unverified", factor_type: "webauthn" },
      { status: "verified", factor_type: "totp" },
    ],
    true,
  ],
  [null, false],
])("the factors %j are a second one: %s", (factors, second) =>
  expect(hasVerifiedFactor({ factors } as unknown as Parameters<typeof hasVerifiedFactor>[0])).toBe(second),
)

test.each([
  [null, false],
  [-1, false],
  [0, false],
  [1, true],
])("a ban that ends in %s ms is in force: %s", (inMs, banned) =>
  expect(isBanned({ banned_until: inMs === null ? null : new Date(start.getTime() + inMs) }, start)).toBe(
    banned,
  ),
)

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
test.each([
  ["nothing ends it", {}, {}, 1e9, false],
  ["its own end, before", { not_after: later(10) }, {}, 9.999, false],
  ["its own end, at", { not_after: later(10) }, {}, 10, true],
  ["its longest life, before", {}, { sessionTimeboxS: 10 }, 9.999, false],
  ["its longest life, at", {}, { sessionTimeboxS: 10 }, 10, true],
  ["its idle time, before", {}, { sessionInactivityS: 10 }, 9.999, false],
  ["its idle time, at", {}, { sessionInactivityS: 10 }, 10, true],
  [
    "its idle time since it was refreshed",
    { refreshed_at: later(5) },
    { sessionInactivityS: 10 },
    14.999,
    false,
  ],
  [
    "its idle time since it was refreshed, at",
    { refreshed_at: later(5) },
    { sessionInactivityS: 10 },
    15,
    true,
  ],
])("a session: %s", (_what, session, config, seconds, over) => {
  const times = { created_at: start, refreshed_at: null, not_after: null, ...session }
  const limits = { sessionTimeboxS: null, sessionInactivityS: null, ...config }
  expect(isOver(times, later(seconds), limits)).toBe(over)
})

const nested = (levels: number): unknown => (levels === 0 ? "x" : [nested(levels - 1)])
test.each([
  [{ a: ["b", 1, true, null] }, true],
  [nested(16), true],
  [nested(17), false],
  ["a\0b", false],
  [{ "a\0": 1 }, false],
  [["\ud800"], false],
  [Number.NaN, false],
  [{ a: Number.POSITIVE_INFINITY }, false],
])("%j can be stored: %s", (value, plain) => expect(isPlain(value)).toBe(plain))

test.each([
  ["a@example.com", true],
  [`${"a".repeat(64)}@example.com`, true],
  [`${"a".repeat(65)}@example.com`, false],
  [`a@${"b".repeat(63)}.com`, true],
  [`a@${"b".repeat(64)}.com`, false],
  [`${"a".repeat(64)}@${`${"b".repeat(61)}.`.repeat(3)}com`, true],
  [`${"a".repeat(64)}@${`${"b".repeat(62)}.`.repeat(3)}com`, false],
  ["a@example", false],
  ["a@-b.com", false],
  ["a\n@example.com", false],
  ["a@b@example.com", false],
])("%j is an address: %s", (email, is) => expect(isEmail(email)).toBe(is))

test.each([
  ["long enough", "abcdefgh1A!x", undefined],
  ["one too short", "abcdeA1", "should be at least 8"],
  ["as long as can be read", `A1${"a".repeat(70)}`, undefined],
  ["longer than can be read", `A1${"a".repeat(71)}`, "cannot be longer"],
  ["counted by characters, not by bytes", "A1aéééé", "should be at least 8"],
  ["without a digit", "Abcdefgh", "at least one character of each"],
  ["one of the most common", "Password1", "easy to guess"],
])("a password that is %s", (_what, password, reason) => {
  const rules = createPasswordRules({
    passwordMinLength: 8,
    refuseCommonPasswords: true,
    passwordCharacters: ["lower", "upper", "digits"],
  })
  if (reason === undefined) rules.check(password)
  else expect(() => rules.check(password)).toThrow(reason)
})
