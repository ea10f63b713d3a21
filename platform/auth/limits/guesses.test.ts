/** How many attempts at passwords and second factors are allowed, from one network and from all networks together. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Auth } from "../auth.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { Refusal } from "../refusal.ts"
import { reserveFactorTry } from "./factors.ts"
import { reserveSignIn } from "./sign-in.ts"

let now = new Date("2026-11-20T12:00:00Z")
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const second = 1000
const day = 86_400 * second

let database: TestDatabase
let auth: Auth
beforeAll(async () => {
  database = await createTestDatabase()
  const config = { freeFailures: { pair: 1, account: 2, network: 3 } }
  const secrets = deriveSecrets("a-secret-for-tests-of-at-least-32-characters")
  auth = { db: database.db, now: () => now, config, secrets } as unknown as Auth
})
afterAll(() => database.drop())

const client = (network: string) => ({ ip: "192.0.2.1", network, userAgent: "Test" })
/** "taken", or the number of seconds to wait. */
const outcomeOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => "taken",
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 429) throw error
      return error.extras.retryAfterSeconds
    },
  )
/** The outcomes of the given number of attempts, without a pause between them. */
async function tries(count: number, attempt: () => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (let n = 0; n < count; n++) outcomes.push(await outcomeOf(attempt))
  return outcomes
}
const taken = (count: number) => Array.from({ length: count }, () => "taken")
/** The wait before each of the given number of further attempts. */
async function waits(count: number, attempt: () => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (let n = 0; n < count; n++) {
    const wait = await outcomeOf(attempt)
    outcomes.push(wait)
    pass(Number(wait) * second)
    expect(await outcomeOf(attempt)).toBe("taken")
  }
  return outcomes
}

test("password attempts from one network have increasing waits, regardless of other networks", async () => {
  const account = randomUUID()
  const sign = () => reserveSignIn(auth, account, client(`of ${account}`), true)
  expect(await tries(3, sign)).toEqual([...taken(2), 2])
  expect(await waits(12, sign)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  pass(day + 1)
  expect(await tries(3, sign)).toEqual([...taken(2), 2])
})

test("attempts on an account from many networks wait at most a minute, and not on its owner's networks", async () => {
  const account = randomUUID()
  const elsewhere = () => reserveSignIn(auth, account, client(randomUUID()), false)
  expect(await tries(4, elsewhere)).toEqual([...taken(3), 1])
  expect(await waits(8, elsewhere)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(await outcomeOf(elsewhere)).toBe(60)
  expect(await outcomeOf(() => reserveSignIn(auth, account, client(randomUUID()), true))).toBe("taken")
  pass(3600 * second + 1)
  expect(await tries(4, elsewhere)).toEqual([...taken(3), 1])
})

test("attempts on many accounts from one network share a wait of at most an hour", async () => {
  const network = randomUUID()
  const anybody = () => reserveSignIn(auth, randomUUID(), client(network), false)
  expect(await tries(5, anybody)).toEqual([...taken(4), 2])
  expect(await waits(3, anybody)).toEqual([2, 4, 8])
  pass(3600 * second + 1)
  expect(await tries(5, anybody)).toEqual([...taken(4), 2])
})

test("a sign-in clears the account's failures there, and one attempt of the account and of the network", async () => {
  const [account, network] = [randomUUID(), randomUUID()]
  await tries(1, () => reserveSignIn(auth, account, client(network), false))
  const good = await reserveSignIn(auth, account, client(network), false)
  await good.succeeded(auth.db)
  const counts = await auth.db.sql<{ failures: number }>`
    select failures from auth_private.attempts where key in (
      ${auth.secrets.digest("attempts", "sign-in", "pair", account, network)},
      ${auth.secrets.digest("attempts", "sign-in", "account", account)},
      ${auth.secrets.digest("attempts", "sign-in", "network", network)})`
  expect(counts.map(({ failures }) => failures)).toEqual([1, 1])
})

test("an attempt refused by one limit is not counted by the others", async () => {
  const [account, network] = [randomUUID(), randomUUID()]
  const sign = () => reserveSignIn(auth, account, client(network), true)
  expect(await tries(6, sign)).toEqual([...taken(2), 2, 2, 2, 2])
  pass(2 * second)
  expect(await tries(2, sign)).toEqual(["taken", 4])
})

test("a second factor has five attempts per network and twenty in total, and then waits", async () => {
  const factorId = randomUUID()
  const here = () => reserveFactorTry(auth, factorId, client("here"))
  expect(await tries(7, here)).toEqual([...taken(6), 5])
  expect(await waits(9, here)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
  expect(await outcomeOf(() => reserveFactorTry(auth, randomUUID(), client("here")))).toBe("taken")
  const elsewhere = () => reserveFactorTry(auth, factorId, client(randomUUID()))
  expect(await tries(7, elsewhere)).toEqual([...taken(6), 5])
  expect(await waits(7, elsewhere)).toEqual([5, 10, 20, 40, 80, 160, 300])
  pass(day + 1)
  expect(await tries(7, here)).toEqual([...taken(6), 5])
})

test("a correct second factor clears its failures there", async () => {
  const factorId = randomUUID()
  const here = () => reserveFactorTry(auth, factorId, client("home"))
  await tries(5, here)
  await (await here()).succeeded(auth.db)
  expect(await tries(7, here)).toEqual([...taken(6), 5])
  const [all] = await auth.db.sql`
    select failures from auth_private.attempts
    where key = ${auth.secrets.digest("attempts", "factor", "anywhere", factorId)}`
  expect(all?.failures).toBe(11)
})
