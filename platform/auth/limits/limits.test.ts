/** The boundary values of the sign-in limits. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Auth } from "../auth.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { replaceRecoveryCodes, spendRecoveryCode } from "../factors/recovery-codes.ts"
import { Refusal } from "../refusal.ts"
import { type AttemptKey, forgive, reserveAttempt } from "./attempts.ts"
import { inEqualTime } from "./equal-time.ts"
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
    mailMinIntervalS: 60,
    mailsPerAddressPerHour: 2,
    mailsPerNetworkPerHour: 3,
    signUpsPerNetworkPerHour: Number.POSITIVE_INFINITY,
    refreshesPerNetworkPer5Min: 1,
    verificationsPerNetworkPer5Min: 2,
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
/** "taken", or the number of seconds to wait. */
const outcomeOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => "taken",
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 429) throw error
      return error.extras.retryAfterSeconds
    },
  )

test("the wait doubles with each failure up to a maximum, and failures expire", async () => {
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

test("success removes one attempt, or all if it is sufficient proof", async () => {
  const [pair, network] = [keyOf("pair"), keyOf("network")]
  const attempt = () => outcomeOf(() => reserveAttempt(auth, [pair, network]))
  await attempt()
  await attempt()
  await attempt()
  await forgive(auth.db, [pair, network], pair)
  const failures = await auth.db.sql`
    select key = ${network.key} as network, failures from auth_private.attempts where key in (${pair.key}, ${network.key})`
  expect(failures).toEqual([{ network: true, failures: 2 }])
  expect([await attempt(), await attempt()]).toEqual(["taken", 5])
})

const client = (network: string) => ({ ip: "192.0.2.1", network, userAgent: "Test" })

test("a network's requests are refilled evenly, by kind", async () => {
  const take = (kind: "verification" | "refresh" | "mail" | "sign-up", network = "a") =>
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
  expect([await take("refresh"), await take("refresh")]).toEqual(["taken", 300])
  // Without a limit, nothing is counted.
  for (let n = 0; n < 5; n++) expect(await take("sign-up")).toBe("taken")
  const key = auth.secrets.digest("requests", "sign-up", "a")
  expect(await auth.db.sql`select 1 from auth_private.allowances where key = ${key}`).toEqual([])
})

test("mails have a minimum interval per address and a maximum number per mailbox", async () => {
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

test("an account's network is remembered for 90 days, and an unknown address never", async () => {
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

test("a later sign-in extends how long an account's network is remembered", async () => {
  await rememberNetwork(auth, auth.db, userId, client("home"))
  pass(80 * day)
  await rememberNetwork(auth, auth.db, userId, client("home"))
  pass(80 * day)
  expect(await isKnownNetwork(auth, userId, client("home"))).toBe(true)
  expect(await isKnownNetwork(auth, randomUUID(), client("home"))).toBe(false)
})

test.each([
  ["an answer", async () => "done", "done"],
  ["a refusal", () => Promise.reject(new Error("not today")), "not today"],
])("%s takes at least the minimum time", async (_what, work, expected) => {
  const began = performance.now()
  const outcome = await inEqualTime(40, work).catch((error: Error) => error.message)
  // A timer may fire a millisecond early by another clock.
  expect([outcome, performance.now() - began >= 39]).toEqual([expected, true])
})

test("a recovery code works once, however it is typed, and only for its factor", async () => {
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
