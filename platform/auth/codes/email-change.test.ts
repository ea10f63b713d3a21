/** Requesting a change of address: who gets mail, how often, and which sessions end. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { codeIn, createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { needUser } from "../users/row.ts"
import { changeEmail, requestEmailChange } from "./email-change.ts"
import { issueToken, type TokenType } from "./issue.ts"
import { redeemCode, redeemLink } from "./redeem.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
let newEmail: string
beforeAll(async () => {
  site = await createTestAuth()
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())

const admin = { token: testKeys.secret }
async function account(body: object = { email, password: testPassword, email_confirm: true }) {
  const made = await site.call("POST", "/admin/users", { ...admin, body })
  return made.json.id as string
}
beforeEach(async () => {
  Object.assign(auth.config, {
    ...{ secureEmailChange: true, operatorEmails: [], mailMinIntervalS: 0 },
    mailsPerAddressPerHour: Number.POSITIVE_INFINITY,
  })
  email = `${randomUUID()}@example.com`
  newEmail = `new-${email}`
  id = await account()
})

const redirectTo = "http://b4m.test/account"
const challenge = { challenge: "c".repeat(43), method: "s256" as const }
const ask = async (changes = {}) =>
  requestEmailChange(auth, db, await needUser(db, id), { newEmail, redirectTo, challenge: null, ...changes })
/** The kinds of mails to both addresses since the account was made. */
const mailed = () =>
  site.test.mails
    .filter(({ to }) => to === email || to === newEmail)
    .map(({ to, kind }) => [to === email ? "former" : "new", kind])
const waiting = async () =>
  (
    await db.sql<{ type: TokenType; address: string }>`
      select token_type as type, relates_to as address from auth.one_time_tokens
      where user_id = ${id} order by relates_to = ${newEmail}, token_type::text`
  ).map(({ type, address }) => [type, address === email ? "former" : address === newEmail ? "new" : address])

const enough = async () => void Object.assign(auth.config, { secureEmailChange: false })
const withoutAddress = async () => void (await db.sql`update auth.users set email = null where id = ${id}`)

const toBoth = [
  ["new", "auth.email_change_new"],
  ["former", "auth.email_change_current"],
]
const ofBoth = [
  ["email_change_token_current", "former"],
  ["email_change_token_new", "new"],
]

test("both mailboxes get their own confirmation, which names the new address", async () => {
  await ask()
  expect([mailed(), await waiting()]).toEqual([toBoth, ofBoth])
  expect(await needUser(db, id)).toMatchObject({
    ...{ email, email_change: newEmail, email_change_confirm_status: 0 },
    ...{ email_change_sent_at: site.test.world.now(), updated_at: site.test.world.now() },
  })
  for (const [address, type] of [
    [email, "email_change_token_current"],
    [newEmail, "email_change_token_new"],
  ] as const) {
    const sent = site.mailTo(address)
    expect(sent.text).toContain(address === email ? newEmail : email)
    const link = new URLSearchParams(linkIn(sent).split("?")[1])
    expect([link.get("type"), link.get("redirect_to")]).toEqual(["email_change", redirectTo])
    const given = { userId: id, address, code: codeIn(sent), types: [type] }
    expect(await redeemCode(auth, db, given)).toMatchObject({ type, address, redirectTo, flowStateId: null })
  }
})

test.each([
  ["one confirmation is enough", enough],
  ["there is no former address", withoutAddress],
])("only the new mailbox gets a mail if %s", async (_where, arrange) => {
  await arrange()
  await ask()
  expect([mailed(), await waiting()]).toEqual([toBoth.slice(0, 1), ofBoth.slice(1)])
})

test("the owner of a taken address gets no mail, and the requester cannot tell", async () => {
  newEmail = `taken-${email}`
  await account({ email: newEmail, email_confirm: true })
  await ask()
  expect([mailed(), await waiting()]).toEqual([toBoth.slice(1), ofBoth])
  expect((await needUser(db, id)).email_change).toBe(newEmail)
})

test("a repeated request invalidates only the links and confirmations of the previous one", async () => {
  await ask()
  const link = tokenOf(newEmail)
  await db.sql`update auth.users set email_change_confirm_status = 1 where id = ${id}`
  await issueToken(auth, db, { userId: id, type: "recovery_token", address: email })
  newEmail = `another-${email}`
  await ask()
  expect(await redeemLink(auth, db, link, ["email_change_token_new"])).toBeNull()
  expect(await waiting()).toEqual([
    ["email_change_token_current", "former"],
    ["recovery_token", "former"],
    ["email_change_token_new", "new"],
  ])
  expect(await needUser(db, id)).toMatchObject({ email_change: newEmail, email_change_confirm_status: 0 })
})
const tokenOf = (address: string) =>
  new URLSearchParams(linkIn(site.mailTo(address)).split("?")[1]).get("token") ?? ""

test("with PKCE, both links wait for the browser that requested the change", async () => {
  await ask({ challenge })
  const flows = await db.sql`
    select id, user_id, code_challenge as challenge, code_challenge_method as method, provider_type as provider,
      authentication_method as by from auth.flow_state where user_id = ${id}`
  expect(flows).toMatchObject([{ user_id: id, ...challenge, provider: "email", by: "email_change" }])
  for (const [address, type] of [
    [email, "email_change_token_current"],
    [newEmail, "email_change_token_new"],
  ] as const)
    expect(await redeemLink(auth, db, tokenOf(address), [type])).toMatchObject({ flowStateId: flows[0]?.id })
})

test.each([
  ["new", () => newEmail],
  ["former", () => email],
])("mails to the %s mailbox are limited like any others", async (_which, address) => {
  auth.config.mailMinIntervalS = 60
  const mail = () => ask().catch((error: unknown) => (error instanceof Refusal ? error.code : error))
  expect(await mail()).toBeUndefined()
  site.test.clock.advance(59_999)
  const limited = address()
  if (limited === email) newEmail = `another-${email}`
  else await db.sql`update auth.users set email = ${`moved-${email}`} where id = ${id}`
  expect(await mail()).toBe("over_email_send_rate_limit")
  site.test.clock.advance(60_000)
  expect(await mail()).toBeUndefined()
})

test("a change of one account does not affect another account's links", async () => {
  await ask()
  const link = tokenOf(newEmail)
  const otherId = await account({ email: `other-${email}`, email_confirm: true })
  const other = await needUser(db, otherId)
  await requestEmailChange(auth, db, other, { newEmail: `o-${newEmail}`, redirectTo, challenge: null })
  await changeEmail(auth, db, other, `o-${newEmail}`)
  expect(await redeemLink(auth, db, link, ["email_change_token_new"])).toMatchObject({ userId: id })
})
