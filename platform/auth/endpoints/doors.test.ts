/** What each request must contain, and which settings disable it. */
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  type Answer,
  codeIn,
  createTestAuth,
  type TestAuth,
  testKeys,
  testPassword,
} from "#test/support/auth.ts"
import type { AuthConfig } from "../options.ts"

let site: TestAuth
const token = testKeys.secret
const known = "known@example.com"
const unproven = "unproven@example.com"
const phone = "+15550001111"
beforeAll(async () => {
  site = await createTestAuth()
  await site.member(known)
  for (const body of [
    { email: unproven, phone: "+15550002222", password: testPassword },
    { phone, phone_confirm: true, password: testPassword },
    { phone: "+15550003333", password: testPassword },
  ])
    expect((await site.call("POST", "/admin/users", { token, body })).status).toBe(200)
})
afterAll(() => site.close())

const under: TestAuth["under"] = (settings, ask) => site.under(settings, ask)

const phones = { phoneSignIn: true }
const oneOfBoth = "Only an email address or phone number should be provided"
const malformedPhone = "Invalid phone number format (E.164 required)"
type Refused = [code: string, message?: string]
const refusals: [path: string, settings: Partial<AuthConfig>, body: object, refusal: Refused][] = [
  ["/otp", {}, {}, ["validation_failed", "One of email or phone must be set"]],
  ["/otp", {}, { email: known, phone }, ["validation_failed", oneOfBoth]],
  ["/otp", {}, { email: "no address" }, ["validation_failed"]],
  ["/otp", {}, { phone }, ["phone_provider_disabled"]],
  ["/otp", phones, { phone: "abc" }, ["validation_failed", malformedPhone]],
  ["/otp", phones, { phone }, ["sms_send_failed"]],
  ["/otp", { emailSignIn: false }, { email: known }, ["email_provider_disabled"]],
  ["/otp", { signUps: false }, { email: "new@example.com" }, ["otp_disabled"]],
  ["/otp", { autoconfirm: true }, { email: "new@example.com", create_user: false }, ["otp_disabled"]],
  ["/recover", {}, {}, ["validation_failed", "Password recovery requires an email"]],
  [
    "/resend",
    {},
    { type: "other", email: known },
    ["validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"],
  ],
  ["/resend", {}, { type: "signup", email: known, phone }, ["validation_failed", `${oneOfBoth}.`]],
  [
    "/resend",
    {},
    { type: "signup", phone },
    ["validation_failed", "Type provided requires an email address"],
  ],
  ["/resend", {}, { type: "email_change" }, ["validation_failed", "Type provided requires an email address"]],
  [
    "/resend",
    {},
    { type: "sms", email: known },
    ["validation_failed", "Type provided requires a phone number"],
  ],
  ["/resend", {}, { type: "phone_change" }, ["validation_failed", "Type provided requires a phone number"]],
  ["/resend", {}, { type: "sms", phone: "abc" }, ["validation_failed", malformedPhone]],
  ["/token?grant_type=pkce", {}, { auth_code: "a" }, ["validation_failed"]],
  ["/token?grant_type=pkce", {}, { code_verifier: "a" }, ["validation_failed"]],
]
test.each(refusals)("%s under %j: %j is refused as %j", async (path, settings, body, [code, message]) => {
  const { json } = await under(settings, () => site.call("POST", path, { body }))
  expect([json.error_code, message === undefined ? undefined : json.msg]).toEqual([code, message])
})

const accepted: [path: string, settings: Partial<AuthConfig>, body: object, mails: number][] = [
  ["/otp", { signUps: false }, { email: known }, 1],
  ["/otp", {}, { email: "nobody@example.com", create_user: false }, 0],
  ["/resend", {}, { type: "signup", email: unproven }, 1],
  ["/resend", {}, { type: "signup", email: known }, 0],
  ["/resend", {}, { type: "email_change", email: unproven }, 0],
  ["/resend", {}, { type: "email_change", email: "nobody@example.com" }, 0],
  ["/resend", {}, { type: "sms", phone }, 0],
]
test.each(accepted)("%s with %j: %j is accepted, and sends %d mails", async (path, settings, body, mails) => {
  const before = site.test.mails.length
  expect((await under(settings, () => site.call("POST", path, { body }))).status).toBe(200)
  expect(site.test.mails.length - before).toBe(mails)
})

test("however an account is created, its address counts as confirmed only once it is", async () => {
  const password = testPassword
  const begin: [path: string, body: { email: string }][] = [
    ["/otp", { email: "by.otp@example.com" }],
    ["/signup", { email: "by.signup@example.com", password } as { email: string }],
    ["/invite", { email: "by.invite@example.com" }],
    ["/admin/users", { email: "by.admin@example.com", password } as { email: string }],
    ["/admin/generate_link", { type: "signup", email: "by.link@example.com", password } as { email: string }],
  ]
  const proven = async (email: string) => {
    const [row] = await site.test.world.db.query(
      `select i.identity_data -> 'email_verified' as identity, i.identity_data -> 'phone_verified' as phone,
         u.email_confirmed_at is not null as account
       from auth.identities i join auth.users u on u.id = i.user_id where u.email = $1`,
      [email],
    )
    return row
  }
  for (const [path, body] of begin) {
    await site.call("POST", path, { token, body })
    expect([path, await proven(body.email)]).toEqual([
      path,
      { identity: false, phone: false, account: false },
    ])
  }
  const email = "by.otp@example.com"
  await site.call("POST", "/verify", { body: { type: "email", email, token: codeIn(site.mailTo(email)) } })
  expect(await proven(email)).toEqual({ identity: true, phone: false, account: true })
})

const once = {
  mailsPerNetworkPerHour: 1,
  signUpsPerNetworkPerHour: 1,
  verificationsPerNetworkPer5Min: 1,
  challengesPerNetworkPer5Min: 1,
  refreshesPerNetworkPer5Min: 1,
}
let network = 0
const form = { "content-type": "application/x-www-form-urlencoded" }
test.each([
  ["/otp", { email: known }],
  ["/recover", { email: known }],
  ["/resend", { type: "signup", email: known }],
  ["/signup", { email: "often@example.com", password: testPassword }],
  ["/signup", {}],
  ["/signup", { phone: "+15550007777", password: testPassword }],
  ["/token?grant_type=refresh_token", { refresh_token: "unknown" }],
  ["/token?grant_type=id_token", { provider: "google", id_token: "unknown" }],
  ["/verify", { type: "email", email: known, token: "123456" }],
  ["/verify?type=email&token=unknown", undefined],
  ["/passkeys/authentication/options", {}],
  [
    "/passkeys/authentication/verify",
    {
      challenge_id: "unknown",
      credential: {
        id: "A",
        rawId: "A",
        type: "public-key",
        response: { clientDataJSON: "A", authenticatorData: "A", signature: "A" },
      },
    },
  ],
])("requests to %s with %j are limited per network by the settings", async (path, body) => {
  const from = `2001:db8:${++network}::1`
  const google = { clientId: "id", secret: "secret" }
  const settings = {
    ...once,
    anonymousSignIn: true,
    phoneSignIn: true,
    phoneAutoconfirm: true,
    providers: { google },
  }
  const ask = () => site.call("POST", path, body === undefined ? { from, headers: form } : { from, body })
  const refused = ({ status, headers }: Answer) =>
    status === 429 || (headers.get("location") ?? "").includes("over_request_rate_limit")
  expect([refused(await under(settings, ask)), refused(await under(settings, ask))]).toEqual([false, true])
})

test("opening many sign-in forms does not use up a network's allowance for codes", async () => {
  const from = "198.51.100.9"
  const settings = { verificationsPerNetworkPer5Min: 1 }
  const open = () => site.call("POST", "/passkeys/authentication/options", { from, body: {} })
  const enter = () =>
    site.call("POST", "/verify", { from, body: { type: "email", email: known, token: "123456" } })
  expect([(await under(settings, open)).status, (await under(settings, open)).status]).toEqual([200, 200])
  expect((await under(settings, enter)).status).toBe(403)
  expect((await under(settings, enter)).status).toBe(429)
})

test("visits to providers and new addresses are counted as well", async () => {
  const google = { clientId: "id", secret: "secret" }
  const { access_token: token } = await site.signIn(known)
  const visit = () => site.call("GET", "/authorize?provider=google", { from: "198.51.100.1" })
  const change = (n: number) =>
    site.call("PUT", "/user", { token, body: { email: `often${n}@example.com` }, from: "198.51.100.2" })
  const settings = { ...once, providers: { google } }
  expect([(await under(settings, visit)).status, (await under(settings, visit)).status]).toEqual([302, 429])
  expect([
    (await under(settings, () => change(1))).status,
    (await under(settings, () => change(2))).status,
  ]).toEqual([200, 429])
})

test("mailed codes, and each mailbox of an address change, are counted by address", async () => {
  const { session } = await site.member("counted@example.com")
  const token = session.access_token
  const settings = { mailMinIntervalS: 60 }
  const twice = async (ask: () => Promise<Answer>) => [
    (await under(settings, ask)).status,
    (await under(settings, ask)).status,
  ]
  expect(await twice(() => site.call("GET", "/reauthenticate", { token }))).toEqual([200, 429])
  site.test.clock.advance(60_000)
  const change = (email: string) => () => site.call("PUT", "/user", { token, body: { email } })
  expect((await under(settings, change("counted.one@example.com"))).status).toBe(200)
  expect((await under(settings, change("counted.two@example.com"))).status).toBe(429)
  const other = await site.member("counted.other@example.com")
  const toSame = () =>
    site.call("PUT", "/user", {
      token: other.session.access_token,
      body: { email: "counted.one@example.com" },
    })
  expect((await under(settings, toSame)).status).toBe(429)
})

test("responses that contain a token, or lead to one, are not cached", async () => {
  const { access_token: token } = await site.signIn(known)
  const google = { clientId: "id", secret: "secret" }
  const visit = await under({ providers: { google } }, () => site.call("GET", "/authorize?provider=google"))
  await site.call("POST", "/otp", { body: { email: known } })
  const body = { type: "email", email: known, token: codeIn(site.mailTo(known)) }
  const answers = [
    visit,
    await site.call("GET", "/user", { token }),
    await site.call("POST", "/verify", { body }),
  ]
  expect(answers.map(({ status, headers }) => [status, headers.get("cache-control")])).toEqual([
    [302, "no-store"],
    [200, "no-store"],
    [200, "no-store"],
  ])
})
