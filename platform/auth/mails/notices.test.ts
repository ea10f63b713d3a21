import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
import { noticeContent } from "./notice-content.ts"
import { sendNotice } from "./notices.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

/** The kinds of mails sent to an address, oldest first, without those that contain a code. */
const told = (address: string) =>
  site.test.mails
    .filter(({ to, text }) => to === address && !/code: \d{6}/.test(text))
    .map(({ kind }) => kind)

async function secure(token: string) {
  const made = await site.call("POST", "/factors", {
    token,
    body: { factor_type: "totp", friendly_name: "Phone" },
  })
  const { id } = made.json
  const challenge = await site.call("POST", `/factors/${id}/challenge`, { token })
  const code = new TOTP({ secret: Secret.fromBase32(made.json.totp.secret) }).generate({
    timestamp: site.test.world.now().getTime(),
  })
  const body = { challenge_id: challenge.json.id, code }
  const raised = await site.call("POST", `/factors/${id}/verify`, { token, body })
  return { id: id as string, token: raised.json.access_token as string }
}

test("The owner is notified of a new password, whoever set it", async () => {
  const { id, email, session } = await site.member("password@example.com")
  await site.call("PUT", "/user", { token: session.access_token, body: { data: { a: 1 } } })
  expect(told(email)).toEqual([])
  await site.call("PUT", "/user", { token: session.access_token, body: { password: "another one 22" } })
  await site.call("PUT", `/admin/users/${id}`, {
    token: testKeys.secret,
    body: { password: "a third one 333" },
  })
  expect(told(email)).toEqual(["auth.password_changed", "auth.password_changed"])
})

test("The old address is notified of a new one, only once it has changed", async () => {
  const { email, session } = await site.member("before@example.com")
  const moved = "after@example.com"
  await site.call("PUT", "/user", { token: session.access_token, body: { email: moved } })
  for (const address of [email, moved]) {
    expect(told(email)).toEqual([])
    const body = { type: "email_change", email: address, token: codeIn(site.mailTo(address)) }
    await site.call("POST", "/verify", { body })
  }
  expect(told(email)).toEqual(["auth.address_changed"])
  expect(site.mailTo(email).text).toContain(moved)
  expect(told(moved)).toEqual([])
})

test("The owner is notified of apps and recovery codes, except those that never took effect", async () => {
  const { email, session } = await site.member("steps@example.com")
  const started = await site.call("POST", "/factors", {
    token: session.access_token,
    body: { factor_type: "totp", friendly_name: "Never finished" },
  })
  await site.call("DELETE", `/factors/${started.json.id}`, { token: session.access_token })
  expect(told(email)).toEqual([])
  const { id, token } = await secure(session.access_token)
  expect(site.mailTo(email).text).toContain('an authenticator app ("Phone")')
  await site.call("POST", "/factors/recovery-codes", { token })
  await site.call("POST", "/factors/recovery-codes/regenerate", { token })
  await site.call("DELETE", "/factors/recovery-codes", { token })
  await site.call("DELETE", `/factors/${id}`, { token })
  expect(told(email)).toEqual([
    "auth.factor_added",
    "auth.recovery_codes_made",
    "auth.recovery_codes_made",
    "auth.recovery_codes_removed",
    "auth.factor_removed",
  ])
})

test("The owner is notified if an administrator removes a factor or changes the address", async () => {
  const { id, email, session } = await site.member("administered@example.com")
  const factor = await secure(session.access_token)
  await site.call("DELETE", `/admin/users/${id}/factors/${factor.id}`, { token: testKeys.secret })
  const body = { email: "administered.anew@example.com" }
  await site.call("PUT", `/admin/users/${id}`, { token: testKeys.secret, body })
  expect(told(email)).toEqual(["auth.factor_added", "auth.factor_removed", "auth.address_changed"])
})

test("Notices are sent even if the allowance of mails is used up", async () => {
  const busy = await createTestAuth({ mailsPerAddressPerHour: 0 })
  try {
    const { email, session } = await busy.member("busy@example.com")
    const body = { password: "another one 22" }
    expect((await busy.call("PUT", "/user", { token: session.access_token, body })).status).toBe(200)
    expect(busy.mailTo(email).kind).toBe("auth.password_changed")
  } finally {
    await busy.close()
  }
})

test("A name cannot add lines to a mail", () => {
  const { subject } = noticeContent("passkey_added", {
    siteName: "Site",
    accountUrl: "https://x.test/me",
    name: "a\r\nb",
  })
  expect(subject).toBe("A passkey was added (Site)")
})

test("A notice goes only to a confirmed address, and links to the account settings", async () => {
  const { auth } = site.service
  const { db, now } = site.test.world
  const send = async (to: string | null, confirmed: boolean, securityPath?: string) => {
    const given = { ...auth, brand: { ...auth.brand, ...(securityPath ? { securityPath } : {}) } }
    const user = { email: to, email_confirmed_at: confirmed ? now() : null }
    await sendNotice(given, db, "password_changed", user)
    return site.test.mails.findLast((mail) => mail.to === to)?.text.match(/http:\/\/\S+/)?.[0]
  }
  expect(await send(null, true)).toBe(undefined)
  expect(await send("unproven@notices.example", false)).toBe(undefined)
  expect(await send("proven@notices.example", true)).toBe("http://b4m.test")
  expect(await send("proven@notices.example", true, "/me/security")).toBe("http://b4m.test/me/security")
})
