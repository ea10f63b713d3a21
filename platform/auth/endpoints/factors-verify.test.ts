/**
 * The codes of authenticator apps and their challenges: how often and how long they work, and what verifying a second
 * factor does not change.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { authenticatorApps } from "#test/support/second-factor.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const { enroll, codeFor, answer, secured } = authenticatorApps(() => site)
const challenge = async (token: string, id: string) =>
  (await site.call("POST", `/factors/${id}/challenge`, { token })).json
const verify = (token: string, id: string, body: object) =>
  site.call("POST", `/factors/${id}/verify`, { token, body })

test("Only the first code completes an enrollment; later ones notify nobody and end no other enrollment", async () => {
  const { token, factorId, secret } = await secured("again@example.com")
  const { id: begun } = (await enroll(token, { factor_type: "totp", friendly_name: "Begun" })).json
  const again = await answer(token, factorId, codeFor(secret))
  expect(
    again.json.user.factors.map(({ id, status }: { id: string; status: string }) => [id === begun, status]),
  ).toEqual([
    [false, "verified"],
    [true, "unverified"],
  ])
  expect(site.test.mails.filter(({ to }) => to === "again@example.com")).toHaveLength(1)
})

test("The first code ends all other enrollments in progress", async () => {
  const { session } = await site.member("several@example.com")
  const token = session.access_token
  await enroll(token, { factor_type: "totp", friendly_name: "Given up" })
  const { id, totp } = (await enroll(token, { factor_type: "totp", friendly_name: "Taken" })).json
  const { json } = await answer(token, id, codeFor(totp.secret))
  expect(json.user.factors).toMatchObject([{ id, status: "verified", friendly_name: "Taken" }])
})

test("A challenge belongs to one factor, and only the latest ten of a factor are kept", async () => {
  const { token, factorId } = await secured("challenges@example.com")
  const other = (await enroll(token, { factor_type: "totp", friendly_name: "Other" })).json
  const { id: foreign } = await challenge(token, factorId)
  const code = codeFor(other.totp.secret)
  const refused = await verify(token, other.id, { challenge_id: foreign, code })
  expect(refused.json.error_code).toBe("mfa_factor_not_found")
  for (let n = 0; n < 12; n++) await challenge(token, other.id)
  const { db } = site.test.world
  expect(await db.query("select 1 from auth.mfa_challenges where factor_id = $1", [other.id])).toHaveLength(
    10,
  )
})

test.each([
  ["phone", "a secret"],
  ["totp", null],
])("A factor of type %s with the secret %s cannot be verified with a code", async (type, secret) => {
  const { session } = await site.member(`${type}.${randomUUID()}@example.com`)
  const [{ id }] = (await site.test.world.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'verified', $3, now(), now()) returning id`,
    [session.user.id, type, secret],
  )) as [{ id: string }]
  const { json } = await verify(session.access_token, id, { challenge_id: randomUUID(), code: "123456" })
  expect([json.error_code, json.msg]).toEqual(["mfa_factor_not_found", "MFA factor not found"])
})

test("A code and a challenge each work once, and only for five minutes", async () => {
  const { member, factorId, secret } = await secured("replay@example.com")
  const again = await site.signIn(member.email)
  const code = codeFor(secret)
  expect((await answer(again.access_token, factorId, code)).status).toBe(200)
  const later = await site.signIn(member.email)
  expect((await answer(later.access_token, factorId, code)).json).toMatchObject({
    error_code: "mfa_verification_failed",
    msg: "Invalid TOTP code entered",
  })
  site.test.clock.advance(30_000)
  const challenge = await site.call("POST", `/factors/${factorId}/challenge`, { token: later.access_token })
  expect(challenge.json.expires_at).toBe(Math.floor(site.test.world.now().getTime() / 1000) + 300)
  site.test.clock.advance(300_000)
  const body = { challenge_id: challenge.json.id, code: codeFor(secret) }
  const expired = await site.call("POST", `/factors/${factorId}/verify`, { token: later.access_token, body })
  expect(expired.json.error_code).toBe("mfa_challenge_expired")
  const unknown = { ...body, challenge_id: "not one" }
  const missing = await site.call("POST", `/factors/${factorId}/verify`, {
    token: later.access_token,
    body: unknown,
  })
  expect(missing.json.error_code).toBe("mfa_factor_not_found")
})

test("One code cannot be used twice concurrently", async () => {
  const { member, factorId, secret } = await secured("twice@example.com")
  const [one, two] = [await site.signIn(member.email), await site.signIn(member.email)]
  const code = codeFor(secret)
  const answers = await Promise.all([one, two].map((session) => answer(session.access_token, factorId, code)))
  expect(answers.map((each) => each.status).filter((status) => status === 200)).toHaveLength(1)
})

test("The codes of the previous and next step are accepted too, and none a second time in a later step", async () => {
  const { member, factorId, secret } = await secured("drift@example.com")
  const at = (steps: number) => codeFor(secret, steps)
  const enter = async (code: string) => {
    const { access_token: token } = await site.signIn(member.email)
    return (await answer(token, factorId, code)).status
  }
  site.test.clock.advance(60_000)
  expect([await enter(at(-2)), await enter(at(2))]).toEqual([422, 422])
  expect(await enter(at(-1))).toBe(200)
  const ahead = at(1)
  expect(await enter(ahead)).toBe(200)
  site.test.clock.advance(30_000)
  expect(await enter(ahead)).toBe(422)
})

test("A challenge is valid for just under five minutes, even if the client's address is unknown", async () => {
  const { member, factorId, secret } = await secured("edge@example.com")
  const { access_token: token } = await site.signIn(member.email)
  const challenge = await site.call("POST", `/factors/${factorId}/challenge`, { token, from: "nowhere" })
  site.test.clock.advance(299_999)
  const body = { challenge_id: challenge.json.id, code: codeFor(secret) }
  expect((await site.call("POST", `/factors/${factorId}/verify`, { token, body })).status).toBe(200)
})

test("A correct code or recovery code clears earlier failures", async () => {
  const { token, factorId, secret } = await secured("forgiven@example.com")
  const made = await site.call("POST", "/factors/recovery-codes", { token })
  let current = token
  const recover = async (code: string) => {
    const given = await site.call("POST", "/factors/recovery-codes/verify", {
      token: current,
      body: { code },
    })
    current = given.json.access_token ?? current
    return given.status
  }
  const enter = async (code: string) => {
    const given = await answer(current, factorId, code)
    current = given.json.access_token ?? current
    return given.status
  }
  for (const [attempt, right] of [
    [recover, () => made.json.codes.pop()],
    [enter, () => codeFor(secret)],
  ] as const)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 5; n++) expect(await attempt("no code")).toBe(422)
      expect(await attempt(right())).toBe(200)
      site.test.clock.advance(30_000)
    }
})
