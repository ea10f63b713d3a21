/** A sign-in that must be finished by the browser that started it: its proof, its lifetime, and its single use. */
import { createHash, randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "./auth.ts"
import { exchangeCode, issueCode, keepChallenge, parseChallenge } from "./flow-state.ts"
import { Refusal } from "./refusal.ts"
import { createUser } from "./users/create.ts"

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
beforeEach(async () => {
  userId = await createUser(auth, db, { email: `${randomUUID()}@example.com`, provider: "email" })
})

const verifier = "v".repeat(43)
const s256 = createHash("sha256").update(verifier).digest("base64url")
const flow = { provider: "email", authenticationMethod: "otp" }
const begin = (challenge = s256, method: "s256" | "plain" = "s256", changes = {}) =>
  keepChallenge(auth, db, { challenge, method }, { ...flow, ...changes })
const exchange = async (code: string, given = verifier) => {
  const exchanged = await exchangeCode(auth, db, code, given)
  return exchanged instanceof Refusal ? [exchanged.status, exchanged.code] : exchanged
}
const gone = [404, "flow_state_not_found"]

test.each([
  ["the verifier within five minutes", s256, "s256", verifier, 300_000, undefined],
  ["the verifier after five minutes", s256, "s256", verifier, 300_001, [403, "flow_state_expired"]],
  ["another verifier", s256, "s256", `${verifier}w`, 0, [400, "bad_code_verifier"]],
  ["the challenge in place of the verifier", s256, "s256", s256, 0, [400, "bad_code_verifier"]],
  ["nothing", s256, "s256", "", 0, [400, "bad_code_verifier"]],
  ["the verifier of a plain challenge", verifier, "plain", verifier, 0, undefined],
  ["another verifier for a plain challenge", verifier, "plain", s256, 0, [400, "bad_code_verifier"]],
] as const)(
  "a code is exchanged for %s, and works only once",
  async (_what, challenge, method, given, ms, refused) => {
    const code = await issueCode(auth, db, await begin(challenge, method), userId)
    site.test.clock.advance(ms)
    expect(await exchange(code, given)).toEqual(refused ?? { userId, authenticationMethod: "otp" })
    expect(await exchange(code)).toEqual(gone)
  },
)

test("a code belongs to the account for which it was issued, whoever started the flow", async () => {
  const other = await createUser(auth, db, { email: `${randomUUID()}@example.com`, provider: "email" })
  const code = await issueCode(auth, db, await begin(s256, "s256", { userId: other }), userId)
  expect(await exchange(code)).toEqual({ userId, authenticationMethod: "otp" })
})

test.each([
  ["that was never issued", async () => randomUUID()],
  [
    "of an unfinished sign-in",
    async () => {
      await begin()
      return ""
    },
  ],
  [
    "of a deleted account",
    async () => {
      const code = await issueCode(auth, db, await begin(), userId)
      await db.sql`update auth.flow_state set user_id = null where user_id = ${userId}`
      return code
    },
  ],
  [
    "without its time of issue",
    async () => {
      const code = await issueCode(auth, db, await begin(), userId)
      await db.sql`update auth.flow_state set auth_code_issued_at = null where user_id = ${userId}`
      return code
    },
  ],
])("a code %s is refused", async (_what, code) => expect(await exchange(await code())).toEqual(gone))

test("an expired flow yields no code", async () => {
  await expect(issueCode(auth, db, randomUUID(), userId)).rejects.toMatchObject({
    status: 404,
    code: "flow_state_not_found",
  })
})

test("only the digest of a code is stored, and nothing before it is issued", async () => {
  const id = await begin()
  const kept = async () =>
    (await db.query("select auth_code, user_id, updated_at from auth.flow_state where id = $1", [id]))[0]
  expect(await kept()).toMatchObject({ auth_code: "", user_id: null })
  site.test.clock.advance(1000)
  const code = await issueCode(auth, db, id, userId)
  expect(await kept()).toEqual({
    ...{ auth_code: createHash("sha256").update(code).digest("hex"), user_id: userId },
    updated_at: site.test.world.now(),
  })
})

const challenge = "a".repeat(43)
const whole = "code_challenge_method and code_challenge"
const length = "between 43 and 128"
test.each([
  ["", "", null],
  [challenge, "S256", { challenge, method: "s256" }],
  ["a".repeat(128), "plain", { challenge: "a".repeat(128), method: "plain" }],
  [challenge, "", whole],
  ["", "plain", whole],
  [challenge, "md5", "only 'plain' and 's256'"],
  ["a".repeat(42), "plain", length],
  ["a".repeat(129), "plain", length],
  [`${"a".repeat(42)}!`, "plain", length],
])("the challenge %j with method %j is parsed as %j", (code_challenge, code_challenge_method, expected) => {
  const parse = () => parseChallenge({ code_challenge, code_challenge_method })
  if (typeof expected === "string") expect(parse).toThrow(expected)
  else expect(parse()).toEqual(expected)
})

test("a failed attempt with a code does not affect other codes", async () => {
  const code = await issueCode(auth, db, await begin(), userId)
  expect([await exchange(randomUUID()), await exchange("")]).toEqual([gone, gone])
  await begin()
  expect(await exchange(code)).toEqual({ userId, authenticationMethod: "otp" })
})
