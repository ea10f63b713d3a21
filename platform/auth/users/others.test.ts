/** Operations on one account do not affect another. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { createAccounts } from "../accounts.ts"
import { serviceActor } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { changeEmail, requestEmailChange } from "../codes/email-change.ts"
import { mailToken } from "../codes/mail-token.ts"
import { endSessions, endWeakerSessions } from "../sessions/end.ts"
import { openSession } from "../sessions/open.ts"
import { refreshSession } from "../sessions/refresh.ts"
import { confirmEmail } from "./confirm.ts"
import { forgetPassword, setPassword } from "./contested.ts"
import { createUser } from "./create.ts"
import { deleteUser, softDeleteUser } from "./delete.ts"
import { addIdentity } from "./identities.ts"
import { mergeMetadata } from "./metadata.ts"
import { grantOperator, revokeOperator } from "./operator.ts"
import { needUser } from "./row.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
let refreshToken: string
beforeAll(async () => {
  site = await createTestAuth()
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())

const client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Test" }
/** An account with something in every table, as it was before its address was proven. */
async function account(): Promise<void> {
  email = `${randomUUID()}@example.com`
  id = await createUser(auth, db, { email, passwordHash: "a hash", provider: "email" })
  await addIdentity(auth, db, { userId: id, provider: "email", providerId: id, data: { email } })
  const request = {
    client,
    redirectTo: "",
    challenge: { challenge: "c".repeat(43), method: "plain" },
  } as const
  await mailToken(auth, db, "recovery", { id, email }, request)
  await requestEmailChange(auth, db, await needUser(db, id), { newEmail: `new-${email}`, ...request })
  refreshToken = (await openSession(auth, db, await needUser(db, id), "password", client)).refresh_token
}
const tables = ["identities", "sessions", "refresh_tokens", "one_time_tokens", "flow_state"]
/** All data stored about an account. */
const stored = async (userId: string) =>
  Promise.all([
    db.query("select to_jsonb(u) as row from auth.users u where id = $1", [userId]),
    ...tables.map((table) =>
      db.query(`select to_jsonb(t) as row from auth.${table} t where user_id::text = $1 order by id`, [
        userId,
      ]),
    ),
  ])
let otherId: string
let before: unknown
beforeAll(async () => {
  await account()
  otherId = id
  before = await stored(otherId)
})
beforeEach(async () => {
  await account()
  site.test.clock.advance(1000)
})

const now = () => site.test.world.now()
const accounts = () => createAccounts(now)
const by = { actor: serviceActor, ip: null }
test.each<[string, () => PromiseLike<unknown>]>([
  ["a removed password", () => forgetPassword(auth, db, id)],
  ["a new password", () => setPassword(auth, db, id, "another hash")],
  ["a proven address", () => confirmEmail(auth, db, { id, email }, { proven: true })],
  ["a new address", async () => changeEmail(auth, db, await needUser(db, id), `changed-${email}`)],
  ["metadata", () => mergeMetadata(auth, db, id, "raw_user_meta_data", { a: 1 })],
  ["a granted role", () => grantOperator(db, id, { role: "owner", now: now() })],
  ["a revoked role", () => revokeOperator(db, id, now())],
  ["a refresh", () => refreshSession(auth, refreshToken, client)],
  [
    "a replay",
    async () => {
      await refreshSession(auth, refreshToken, client)
      site.test.clock.advance(60_000)
      await expect(refreshSession(auth, refreshToken, client)).rejects.toThrow("Already Used")
    },
  ],
  ["ending its sessions", () => endSessions(db, id)],
  ["ending its weaker sessions", () => endWeakerSessions(db, id, randomUUID())],
  ["a ban", () => accounts().ban(db, id, now())],
  ["a confirmation by hand", () => accounts().confirm(db, id)],
  ["its deletion", () => deleteUser(auth, db, id, by)],
  ["its soft deletion", () => softDeleteUser(auth, db, id, by)],
])("%s", async (_what, work) => {
  const own = await stored(id)
  await work()
  expect(await stored(otherId)).toEqual(before)
  expect(await stored(id)).not.toEqual(own)
})
