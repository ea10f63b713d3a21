/** Which sessions fall back to aal1 when a second factor is removed, and which do not. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { StoredFactor } from "./find.ts"
import { factorName, removeFactor } from "./remove.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

type Kind = "totp" | "webauthn" | "recovery_code"

/** A member with factors, and a session at aal2 for each sign-in method; null is a session without one. */
async function secured(email: string, kinds: readonly Kind[]) {
  const { db } = site.test.world
  const { id: userId, session } = await site.member(email)
  const at = site.test.world.now()
  const factors: StoredFactor[] = []
  for (const kind of kinds) {
    const [row] = (await db.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, ${randomUUID()}, ${kind}, 'verified', ${at}, ${at}) returning *`) as [
      StoredFactor,
    ]
    factors.push(row)
  }
  const [passkey] = (await db.sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, sign_count,
      transports, backup_eligible, backed_up, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, ${Buffer.from(userId)}, '\\x00', 'none', 0, '[]', false, false, ${at}, ${at})
    returning id`) as [{ id: string }]
  const open = async (factorId: string | null, method: string) => {
    const { access_token: token } = await site.signIn(email)
    const { session_id: id } = (await site.service.verifyToken(token)) ?? {}
    await db.sql`update auth.sessions set aal = 'aal2', factor_id = ${factorId} where id = ${id as string}`
    await db.sql`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), ${id as string}, ${at}, ${at}, ${method})`
    return id as string
  }
  const sessions = new Map<string, string>()
  for (const factor of factors)
    sessions.set(
      await open(factor.id, factor.factor_type === "totp" ? "totp" : `mfa/${factor.factor_type}`),
      factor.factor_type,
    )
  sessions.set(await open(passkey.id, "mfa/webauthn"), "passkey")
  sessions.set(await open(null, "totp"), "unnamed")
  /** The sessions at aal2, and those that still list a second factor. */
  const raised = async () => {
    const rows = await db.sql<{ id: string; aal: string; strong: boolean; named: boolean }>`
      select s.id, s.aal, s.factor_id is not null as named, exists (
        select from auth.mfa_amr_claims a where a.session_id = s.id and a.authentication_method <> 'password') as strong
      from auth.sessions s where s.user_id = ${userId}`
    const said = (which: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(which).flatMap(({ id }) => sessions.get(id) ?? [])
    const levels = said(({ aal }) => aal === "aal2").sort()
    expect(said(({ strong }) => strong).sort()).toEqual(levels)
    expect(said(({ named }) => named).sort()).toEqual(levels.filter((name) => name !== "unnamed"))
    return levels
  }
  const left = async () =>
    (
      await db.sql<{
        factor_type: string
      }>`select factor_type from auth.mfa_factors where user_id = ${userId}`
    )
      .map(({ factor_type: type }) => type)
      .sort()
  const remove = (kind: Kind) => {
    const factor = factors.find(({ factor_type: type }) => type === kind)
    if (!factor) throw new Error(`No ${kind}`)
    return removeFactor(site.service.auth, db, { email, email_confirmed_at: at }, factor)
  }
  return { session, raised, left, remove, kinds: () => site.test.mails.filter(({ to }) => to === email) }
}

test("if another factor is left, only the removed one's sessions fall back, and recovery codes stay", async () => {
  const { raised, left, remove } = await secured("another@example.com", ["totp", "webauthn", "recovery_code"])
  await remove("totp")
  expect(await raised()).toEqual(["passkey", "recovery_code", "unnamed", "webauthn"])
  expect(await left()).toEqual(["recovery_code", "webauthn"])
})

test("with the last factor go recovery codes, and all sessions except those of passkeys fall back", async () => {
  const { raised, left, remove } = await secured("last@example.com", ["totp", "recovery_code"])
  await remove("totp")
  expect(await raised()).toEqual(["passkey"])
  expect(await left()).toEqual([])
})

test("a session raised by a recovery code stays at aal2 when the codes are removed", async () => {
  const { raised, left, remove } = await secured("codes@example.com", ["totp", "recovery_code"])
  await remove("recovery_code")
  expect(await raised()).toEqual(["passkey", "recovery_code", "totp", "unnamed"])
  expect(await left()).toEqual(["totp"])
})

test.each([
  ["totp", null, "an authenticator app"],
  ["totp", "Phone", 'an authenticator app ("Phone")'],
  ["webauthn", "", "a security key"],
  ["webauthn", "Blue", 'a security key ("Blue")'],
] as const)("a mail names %s called %s: %s", (factor_type, friendly_name, name) =>
  expect(factorName({ factor_type, friendly_name } as StoredFactor)).toBe(name),
)
