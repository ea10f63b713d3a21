/** What each mail with a link and a code permits, how often one is sent, and what is stored of it. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { codeIn, createTestAuth, linkIn, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { createUser } from "../users/create.ts"
import { mailToken } from "./mail-token.ts"
import { redeemCode, redeemLink } from "./redeem.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
beforeAll(async () => {
  site = await createTestAuth({ mailMinIntervalS: 60, mailsPerAddressPerHour: 6 })
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())
beforeEach(async () => {
  email = `${randomUUID()}@example.com`
  id = await createUser(auth, db, { email, provider: "email" })
})

const client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Test" }
const redirectTo = "http://b4m.test/welcome"
const challenge = { challenge: "c".repeat(43), method: "s256" as const }
type Kind = Parameters<typeof mailToken>[2]
const mail = (kind: Kind, pkce = false, user: { id: string; email: string | null } = { id, email }) =>
  mailToken(auth, db, kind, user, { client, redirectTo, challenge: pkce ? challenge : null })

const kinds = [
  ["confirmation", "confirmation_token", "signup", "email/signup", "user_confirmation_requested"],
  ["magic_link", "recovery_token", "magiclink", "magiclink", "user_recovery_requested"],
  ["recovery", "recovery_token", "recovery", "recovery", "user_recovery_requested"],
  ["invite", "confirmation_token", "invite", "invite", "user_invited"],
] as const
const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token") ?? ""

test.each(kinds)(
  "a mail of type %s has the link and code of a %s, leads back as %s, and is recorded",
  async (kind, type, verification, _method, action) => {
    await mail(kind)
    const sent = site.mailTo(email)
    expect(sent.kind).toBe(`auth.${kind}`)
    const link = new URLSearchParams(linkIn(sent).split("?")[1])
    expect([link.get("type"), link.get("redirect_to")]).toEqual([verification, redirectTo])
    const redeemed = { userId: id, type, address: email, flowStateId: null, redirectTo }
    const given = { userId: id, address: email, code: codeIn(sent), types: [type] }
    expect(await redeemCode(auth, db, given)).toEqual(redeemed)
    const [user] = await db.sql`
      select confirmation_sent_at as confirmation, recovery_sent_at as recovery, updated_at as changed
      from auth.users where id = ${id}`
    const now = site.test.world.now()
    const confirms = type === "confirmation_token"
    expect(user).toEqual({
      ...{ confirmation: confirms ? now : null, recovery: confirms ? null : now },
      changed: now,
    })
    const noted = await db.sql`
      select payload ->> 'action' as action, payload ->> 'actor_username' as name, ip_address as ip
      from auth.audit_log_entries where payload ->> 'actor_id' = ${id}`
    expect(noted).toEqual([{ action, name: email, ip: client.ip }])
  },
)

test.each(kinds)("with PKCE, a mail of type %s waits for the browser (%s, %s) as %s", async (...kind) => {
  const [name, type, , method] = kind
  await mail(name, true)
  const redeemed = await redeemLink(auth, db, tokenOf(linkIn(site.mailTo(email))), [type])
  expect(redeemed).toMatchObject({ userId: id, flowStateId: expect.any(String) })
  const [flow] = await db.sql`
    select user_id, code_challenge as challenge, code_challenge_method as method, provider_type as provider,
      authentication_method as by
    from auth.flow_state where id = ${redeemed?.flowStateId ?? null}`
  expect(flow).toEqual({ user_id: id, ...challenge, provider: "email", by: method })
})

test("a second mail within a minute is refused, and the first link stays valid", async () => {
  await mail("recovery")
  const link = tokenOf(linkIn(site.mailTo(email)))
  site.test.clock.advance(59_999)
  const count = site.test.mails.length
  await expect(mail("recovery")).rejects.toMatchObject({ status: 429, code: "over_email_send_rate_limit" })
  expect(site.test.mails).toHaveLength(count)
  expect(await redeemLink(auth, db, link, ["recovery_token"])).not.toBeNull()
  site.test.clock.advance(1)
  await mail("recovery")
  expect(site.test.mails).toHaveLength(count + 1)
})

test("an account without an address gets no mail", async () => {
  const count = site.test.mails.length
  const failure = await mail("recovery", false, { id, email: null }).catch((error: unknown) => error)
  expect(failure).toEqual(new Error("A mailed token needs an address"))
  expect(failure).not.toBeInstanceOf(Refusal)
  expect(site.test.mails).toHaveLength(count)
})
