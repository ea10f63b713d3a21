import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { accountsAsSql } from "./move.ts"

let site: TestAuth
let project: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
  // Another installation with another secret plays the Supabase project: the same tables, but none of our
  // keys.
  project = await createTestAuth({}, { authSecret: "the-projects-own-secret-of-32-characters" })
})
afterAll(() => Promise.all([site.close(), project.close()]))

test("Accounts move as rows: passwords, identities and authenticator apps work at the destination", async () => {
  const { session } = await site.member("o'hara@example.com")
  const token = session.access_token
  await site.call("PUT", "/user", {
    token,
    body: { data: { note: 'it\'s \\ "quoted"; drop table auth.users; --' } },
  })
  const made = await site.call("POST", "/factors", { token, body: { factor_type: "totp" } })
  const challenge = await site.call("POST", `/factors/${made.json.id}/challenge`, { token })
  const code = new TOTP({ secret: Secret.fromBase32(made.json.totp.secret) }).generate({
    timestamp: site.test.world.now().getTime(),
  })
  await site.call("POST", `/factors/${made.json.id}/verify`, {
    token,
    body: { challenge_id: challenge.json.id, code },
  })
  await site.member("second@example.com")

  const key = Buffer.from("00ff10", "hex")
  await site.test.world.db.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, transports, created_at, updated_at)
     values ($1, $2, $2, 'Phone', '["internal"]', now(), now())`,
    [session.user.id, key],
  )

  const statements: string[] = []
  for await (const statement of accountsAsSql(site.test.world.db, site.service.auth.secrets))
    statements.push(statement)
  await project.test.world.db.transaction(async (db) => {
    for (const statement of statements.filter((one) => !/^(begin|commit);/.test(one)))
      await db.query(statement)
  })

  const moved = await project.signIn("o'hara@example.com")
  expect(moved.user).toMatchObject({
    id: session.user.id,
    user_metadata: { note: 'it\'s \\ "quoted"; drop table auth.users; --' },
    identities: [{ provider: "email" }],
    factors: [{ id: made.json.id, status: "verified" }],
  })
  await project.signIn("second@example.com")
  expect(
    await project.test.world.db.query(
      "select user_id, credential_id, friendly_name, transports from auth.webauthn_credentials",
    ),
  ).toEqual([
    { user_id: session.user.id, credential_id: key, friendly_name: "Phone", transports: ["internal"] },
  ])
  const [factor] = await project.test.world.db.query("select secret from auth.mfa_factors")
  expect(factor?.secret).toBe(made.json.totp.secret)
})

test("Accounts are exported in batches, and an app that cannot be decrypted stops the export early", async () => {
  const { db } = site.test.world
  const moved = async () => {
    const statements: string[] = []
    for await (const statement of accountsAsSql(db, site.service.auth.secrets)) statements.push(statement)
    return statements
  }
  const into = (statements: string[], table: string) =>
    statements.filter((one) => one.startsWith(`insert into auth.${table} `))
  await db.sql`insert into auth.users (id, email) select gen_random_uuid(), 'many' || n from generate_series(1, 1001) n`
  const [{ total }] = (await db.sql`select count(*)::int as total from auth.users`) as [{ total: number }]
  const statements = await moved()
  expect(new Set(into(statements, "users")).size).toBe(total)
  expect([statements[0], statements.at(-1)]).toEqual(["begin;", "commit;"])
  const parts = statements.join("\n").split("commit;\nbegin;")
  expect(parts.map((part) => part.includes("insert into auth.webauthn_credentials "))).toEqual([false, true])

  const [one] = await db.sql<{ id: string }>`select id from auth.users limit 1`
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
    values (gen_random_uuid(), ${one?.id ?? ""}, 'webauthn', 'verified', now(), now(), null),
      (gen_random_uuid(), ${one?.id ?? ""}, 'totp', 'unverified', now(), now(), 'x')`
  expect(into(await moved(), "mfa_factors")).toEqual(into(statements, "mfa_factors"))
  await db.sql`update auth.mfa_factors set status = 'verified' where secret = 'x'`
  await expect(moved()).rejects.toThrow("was sealed under another AUTH_SECRET")
})
