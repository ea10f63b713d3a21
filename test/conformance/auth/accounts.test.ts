import { isAuthWeakPasswordError, type SupabaseClient } from "@supabase/supabase-js"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { codeIn } from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"
import { type Accounts, startAccounts } from "../support/accounts.ts"

const password = "a password of Tests 1"
let count = 0
const newEmail = () => `member${count++}@example.com`

describe("accounts", () => {
  let site: Accounts
  beforeAll(async () => {
    site = await startAccounts()
  })
  afterAll(() => site.close())

  async function member(): Promise<{ client: SupabaseClient; email: string; id: string }> {
    const email = newEmail()
    const { data, error } = await site.admin().auth.admin.createUser({ email, password, email_confirm: true })
    expect(error).toBeNull()
    const client = site.client()
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
    return { client, email, id: data.user?.id ?? "" }
  }

  async function withSecondFactor() {
    const given = await member()
    const { data } = await given.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "App" })
    const generator = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? "") })
    const verified = await given.client.auth.mfa.challengeAndVerify({
      factorId: data?.id ?? "",
      code: generator.generate(),
    })
    expect(verified.error).toBeNull()
    return { ...given, factorId: data?.id ?? "", totp: data?.totp, generator }
  }

  test("signUp: a mail and no session; its link signs in", async () => {
    const client = site.client()
    const email = newEmail()
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: site.auth.auth.siteUrl, data: { full_name: "Ana" } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: "Ana" } })
    expect(data.user?.identities).toHaveLength(1)
    const early = await client.auth.signInWithPassword({ email, password })
    expect(early.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" })
    const fragment = new URLSearchParams((await site.openMail(email)).hash.slice(1))
    const set = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    })
    expect(set.data.user?.email_confirmed_at).toBeTruthy()
  })

  test("signUp: a taken address has no identities, a weak password its reasons", async () => {
    const { email } = await member()
    const { data } = await site.client().auth.signUp({ email, password })
    expect(data.user?.identities).toEqual([])
    const weak = await site.client().auth.signUp({ email: newEmail(), password: "123456" })
    expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(["pwned"])
    const short = await site.client().auth.signUp({ email: newEmail(), password: "123" })
    expect(short.error?.message).toContain("Password should be at least 6 characters")
    const neither = await site.client().auth.signUp({ password } as never)
    expect(neither.error?.message).toBe("You must provide either an email or phone number and a password")
  })

  test("signInWithPassword: session, claims and refusals", async () => {
    const { client, email, id } = await member()
    const { data } = await client.auth.getSession()
    expect(data.session).toMatchObject({ token_type: "bearer", user: { id, email } })
    expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000)
    const claims = await client.auth.getClaims()
    expect(claims.data?.header.alg).toBe("ES256")
    expect(claims.data?.claims).toMatchObject({ sub: id, email, aal: "aal1", role: "authenticated" })
    const wrong = await site.client().auth.signInWithPassword({ email, password: "something else" })
    expect(wrong.error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    })
  })

  test("events: every change of a session is announced", async () => {
    const { client, email } = await member()
    const events: string[] = []
    const { data } = client.auth.onAuthStateChange((event) => void events.push(event))
    await expect.poll(() => events).toEqual(["INITIAL_SESSION"])
    await client.auth.updateUser({ data: { city: "X" } })
    await client.auth.refreshSession()
    await client.auth.signOut()
    await client.auth.signInWithPassword({ email, password })
    data.subscription.unsubscribe()
    expect(events).toEqual(["INITIAL_SESSION", "USER_UPDATED", "TOKEN_REFRESHED", "SIGNED_OUT", "SIGNED_IN"])
  })

  test("refreshSession: new tokens, one child, and an end to replays", async () => {
    const { client } = await member()
    const before = (await client.auth.getSession()).data.session
    const { data } = await client.auth.refreshSession()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    const [one, two] = await Promise.all(
      [0, 1].map(() => site.client().auth.refreshSession({ refresh_token: before?.refresh_token ?? "" })),
    )
    expect(one?.data.session?.refresh_token).toBe(data.session?.refresh_token)
    expect(two?.data.session?.refresh_token).toBe(data.session?.refresh_token)
    const unknown = await site.client().auth.refreshSession({ refresh_token: "none" })
    expect(unknown.error?.message).toBe("Invalid Refresh Token: Refresh Token Not Found")
  })

  test("signOut: global, local and others", async () => {
    const { client, email } = await member()
    const other = site.client()
    await other.auth.signInWithPassword({ email, password })
    await client.auth.signOut({ scope: "others" })
    expect((await other.auth.getUser()).data.user).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    await other.auth.signInWithPassword({ email, password })
    await other.auth.signOut({ scope: "local" })
    expect((await client.auth.getUser()).error).toBeNull()
    const third = site.client()
    await third.auth.signInWithPassword({ email, password })
    await client.auth.signOut()
    expect((await third.auth.getUser()).error).toMatchObject({ message: "Auth session missing!" })
    expect((await client.auth.getUser()).error).toMatchObject({
      message: "Auth session missing!",
      status: 400,
    })
  })

  test("signInWithOtp and verifyOtp: six digits", async () => {
    const client = site.client()
    const email = newEmail()
    expect(
      (await client.auth.signInWithOtp({ email, options: { data: { full_name: "O" } } })).error,
    ).toBeNull()
    const wrong = await client.auth.verifyOtp({ email, token: "nonsense", type: "email" })
    expect(wrong.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Token has expired or is invalid",
    })
    const { data, error } = await client.auth.verifyOtp({
      email,
      token: codeIn(site.mailTo(email)),
      type: "email",
    })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test("resetPasswordForEmail: PASSWORD_RECOVERY, then a new password", async () => {
    const { email } = await member()
    const client = site.client()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    await client.auth.verifyOtp({ email, token: codeIn(site.mailTo(email)), type: "recovery" })
    expect(events).toContain("PASSWORD_RECOVERY")
    expect((await client.auth.updateUser({ password: "another fine one 2" })).error).toBeNull()
    expect(
      (await site.client().auth.signInWithPassword({ email, password: "another fine one 2" })).error,
    ).toBeNull()
  })

  test("exchangeCodeForSession: PKCE for links in mails", async () => {
    const { email } = await member()
    const client = site.client({ flowType: "pkce" })
    await client.auth.resetPasswordForEmail(email, { redirectTo: site.auth.auth.siteUrl })
    const back = await site.openMail(email)
    const code = back.searchParams.get("code") ?? ""
    const stranger = await site.client({ flowType: "pkce" }).auth.exchangeCodeForSession(code)
    expect(stranger.error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test("updateUser: metadata, password and address", async () => {
    const { client, email } = await member()
    const { data } = await client.auth.updateUser({ data: { sport: "run" } })
    expect(data.user?.user_metadata).toMatchObject({ sport: "run" })
    const same = await client.auth.updateUser({ password })
    expect(same.error).toMatchObject({ code: "same_password" })
    const changed = newEmail()
    expect((await client.auth.updateUser({ email: changed })).data.user?.new_email).toBe(changed)
    const half = await client.auth.verifyOtp({
      email: changed,
      token: codeIn(site.mailTo(changed)),
      type: "email_change",
    })
    expect(half.error).toBeNull()
    expect(half.data.session).toBeNull()
    const whole = await client.auth.verifyOtp({
      email,
      token: codeIn(site.mailTo(email)),
      type: "email_change",
    })
    expect(whole.data.user?.email).toBe(changed)
  })

  test("reauthenticate: a code to the member's mailbox", async () => {
    const { client, email } = await member()
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect(site.mailTo(email).kind).toBe("auth.reauthentication")
    const { data, error } = await client.auth.updateUser({
      password: "another fine one 2",
      nonce: codeIn(site.mailTo(email)),
    })
    expect([error, data.user?.email]).toEqual([null, email])
  })

  test("resend: the confirmation once more", async () => {
    const client = site.client()
    const email = newEmail()
    await client.auth.signUp({ email, password })
    const first = site.mailTo(email)
    expect((await client.auth.resend({ type: "signup", email })).error).toBeNull()
    expect(codeIn(site.mailTo(email)) + site.mailTo(email).text).not.toBe(codeIn(first) + first.text)
    const { error } = await client.auth.resend({} as never)
    expect(error?.message).toContain("You must provide either an email or phone number")
  })

  test("setSession and getUser: a session transferred, an invalid one refused", async () => {
    const { client, email } = await member()
    const { data } = await client.auth.getSession()
    const other = site.client()
    const set = await other.auth.setSession(data.session ?? { access_token: "", refresh_token: "" })
    expect(set.data.user?.email).toBe(email)
    const bad = await other.auth.setSession({ access_token: "invalid-access-token", refresh_token: "x" })
    expect(bad.error).toMatchObject({ message: "Invalid JWT structure", status: 400 })
    const forged = `${data.session?.access_token.split(".").slice(0, 2).join(".")}.c2lnbmF0dXJl`
    expect((await other.auth.getUser(forged)).error?.message).toContain(
      "invalid JWT: unable to parse or verify signature",
    )
    await client.auth.signOut()
    expect((await client.auth.getUser()).error?.message).toBe("Auth session missing!")
  })

  test("getUserIdentities: the linked identities, and no unlinking while that is off", async () => {
    const { client, email } = await member()
    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities).toMatchObject([
      { provider: "email", identity_data: { email, email_verified: true } },
    ])
    const identity = data?.identities[0]
    if (!identity) throw new Error("no identity")
    expect((await client.auth.unlinkIdentity(identity)).error?.message).toContain(
      "Manual linking is disabled",
    )
    expect((await client.auth.linkIdentity({ provider: "google" })).error?.message).toContain(
      "Manual linking is disabled",
    )
  })

  test("passkeys: created, listed, renamed, used to sign in, removed", async () => {
    const { client, email, id } = await member()
    const device = createAuthenticator(site.auth.auth.siteUrl)
    const begun = await client.auth.passkey.startRegistration()
    const made = await client.auth.passkey.verifyRegistration({
      challengeId: begun.data?.challenge_id ?? "",
      credential: device.create(begun.data?.options as never) as never,
    })
    expect(made.error).toBeNull()
    const passkeyId = made.data?.id ?? ""
    const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: "Phone" })
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: "Phone" })

    const visitor = site.client()
    const asked = await visitor.auth.passkey.startAuthentication()
    const answer = {
      challengeId: asked.data?.challenge_id ?? "",
      credential: device.get(asked.data?.options as never) as never,
    }
    const entered = await visitor.auth.passkey.verifyAuthentication(answer)
    expect(entered.data?.session?.user.email).toBe(email)
    expect((await visitor.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2")
    const replayed = await site.client().auth.passkey.verifyAuthentication(answer)
    expect(replayed.error).toMatchObject({ code: "webauthn_challenge_not_found" })

    const { passkey } = site.admin().auth.admin
    expect((await passkey.listPasskeys({ userId: id })).data).toMatchObject([{ id: passkeyId }])
    expect((await client.auth.passkey.list()).data).toHaveLength(1)
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await passkey.deletePasskey({ userId: id, passkeyId })).error).not.toBeNull()
    expect((await client.auth.passkey.list()).data).toEqual([])
  })

  test("mfa webauthn: enroll, challenge, verify", async () => {
    const { client } = await member()
    const rpId = new URL(site.auth.auth.siteUrl).hostname
    const device = createAuthenticator(site.auth.auth.siteUrl)
    const enrolled = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" })
    expect(enrolled.data).toMatchObject({ type: "webauthn", friendly_name: "Key" })
    const factorId = enrolled.data?.id ?? ""
    // The client turns the options into bytes for the browser; here they are turned back.
    const { data } = await client.auth.mfa.challenge({ factorId, webauthn: { rpId } })
    if (data?.webauthn.type !== "create") throw new Error("The first challenge makes a key")
    const { publicKey } = data.webauthn.credential_options
    const made = device.create({
      challenge: Buffer.from(publicKey.challenge as ArrayBuffer).toString("base64url"),
      rp: { id: rpId },
      user: { id: Buffer.from(publicKey.user.id as ArrayBuffer).toString("base64url") },
    })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url")).buffer
    const credential = {
      ...made,
      rawId: bytes(made.rawId),
      authenticatorAttachment: "platform",
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: bytes(made.response.clientDataJSON),
        attestationObject: bytes(made.response.attestationObject),
        getTransports: () => ["internal"],
      },
    }
    const verified = await client.auth.mfa.verify({
      factorId,
      challengeId: data.id,
      webauthn: { type: "create", rpId, credential_response: credential as never },
    })
    expect(verified.error).toBeNull()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2")
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }])
  })

  test("mfa: enroll, challenge, verify, levels, list, unenroll", async () => {
    const { client, email, factorId, totp, generator } = await withSecondFactor()
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(totp?.uri).toContain("otpauth://totp/")
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    })
    const second = site.client()
    await second.auth.signInWithPassword({ email, password })
    expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    })
    const challenge = await second.auth.mfa.challenge({ factorId })
    const wrong = await second.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? "",
      code: "abcdef",
    })
    expect(wrong.error?.message).toContain("Invalid TOTP code")
    // The code used at setup is spent; the code of the next time step is accepted early, because clocks may differ.
    const next = generator.generate({ timestamp: Date.now() + 30_000 })
    expect((await second.auth.mfa.challengeAndVerify({ factorId, code: next })).error).toBeNull()
    expect((await second.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: "App" },
    ])
    expect((await second.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await second.auth.mfa.listFactors()).data?.all).toEqual([])
    const without = await site.client().auth.mfa.enroll({ factorType: "totp" })
    expect(without.error?.message).toMatch(/Bearer token|invalid JWT/)
  })

  test("mfa recovery codes: generate, status, verify, regenerate, unenroll", async () => {
    const { client, email } = await withSecondFactor()
    const { recoveryCodes } = client.auth.mfa
    const made = await recoveryCodes.generate()
    expect(made.data).toMatchObject({ type: "recovery_code", total: 10, friendly_name: "Recovery codes" })
    const lost = site.client()
    await lost.auth.signInWithPassword({ email, password })
    const code = (made.data?.codes[0] ?? "").toUpperCase().replace(/(.{4})/g, "$1 ")
    expect((await lost.auth.mfa.recoveryCodes.verify({ code })).error).toBeNull()
    expect((await lost.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2")
    const again = await lost.auth.mfa.recoveryCodes.verify({ code })
    expect(again.error).toMatchObject({ code: "mfa_verification_failed" })
    expect((await recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    expect((await recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
    expect((await recoveryCodes.unenroll()).error).toBeNull()
  })

  test("admin: users created, listed in pages, read, changed, deleted", async () => {
    const { admin } = site.admin().auth
    const email = newEmail()
    const made = await admin.createUser({ email, user_metadata: { a: 1 }, app_metadata: { b: 2 } })
    expect(made.data.user).toMatchObject({
      email,
      user_metadata: { a: 1 },
      app_metadata: { b: 2, provider: "email" },
    })
    const id = made.data.user?.id ?? ""
    const list = await admin.listUsers({ page: 1, perPage: 2 })
    expect(list.data.users).toHaveLength(2)
    expect(list.data).toMatchObject({ aud: "authenticated", nextPage: 2 })
    expect((await admin.listUsers({ page: -1, perPage: 10 })).error).not.toBeNull()
    expect(
      (await admin.updateUserById(id, { email_confirm: true, ban_duration: "1h" })).data.user
        ?.email_confirmed_at,
    ).toBeTruthy()
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    expect((await admin.deleteUser(id)).data.user?.id).toBe(id)
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" })
    await expect(admin.getUserById("not-a-uuid")).rejects.toThrow("UUID")
    const refused = await site.client().auth.admin.listUsers()
    expect(refused.error).toMatchObject({ status: 403 })
  })

  test("admin: generateLink and inviteUserByEmail", async () => {
    const { admin } = site.admin().auth
    const email = newEmail()
    const { data, error } = await admin.generateLink({
      type: "signup",
      email,
      password,
      options: { data: { status: "alpha" } },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ status: "alpha" })
    expect(data.properties?.action_link).toMatch(/\/verify\?token=.*type=signup/)
    const client = site.client()
    const verified = await client.auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? "",
      type: "signup",
    })
    expect(verified.data.user?.email).toBe(email)
    const guest = newEmail()
    const invited = await admin.inviteUserByEmail(guest, { data: { from: "us" } })
    expect(invited.data.user?.invited_at).toBeTruthy()
    expect((await site.openMail(guest)).hash).toContain("access_token=")
    expect((await admin.inviteUserByEmail("xx:;x@x.x")).error?.message).toMatch(
      "Unable to validate email address: invalid format",
    )
  })

  test("admin: signOut of a user, factors listed and removed", async () => {
    const { client, id, factorId } = await withSecondFactor()
    const { admin } = site.admin().auth
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: factorId }])
    expect((await admin.mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    const { data } = await client.auth.getSession()
    expect((await admin.signOut(data.session?.access_token ?? "")).error).toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await admin.signOut("this-is-a-bad-token")).error?.message).toMatch(/^invalid JWT/)
  })
})

// The gateway passes every request on in the same way (test/conformance/project.test.ts).
test("through a gateway to a project: a mailed link, a new session, and administration with the secret key", async () => {
  const site = await startAccounts({}, { project: true })
  try {
    const [email, client] = [newEmail(), site.client()]
    await client.auth.signUp({ email, password, options: { emailRedirectTo: site.auth.auth.siteUrl } })
    const fragment = new URLSearchParams((await site.openMail(email)).hash.slice(1))
    const { data } = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    })
    expect((await client.auth.refreshSession()).data.user?.email).toBe(email)
    const { admin } = site.admin().auth
    expect((await admin.getUserById(data.user?.id ?? "")).data.user?.email).toBe(email)
    expect((await client.auth.admin.listUsers()).error?.status).toBe(403)
    expect((await admin.deleteUser(data.user?.id ?? "")).error).toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
  } finally {
    await site.close()
  }
})

describe("by configuration", () => {
  test("autoconfirm: a session opens immediately, and a taken address is reported", async () => {
    const site = await startAccounts({ autoconfirm: true, phoneSignIn: true, phoneAutoconfirm: true })
    try {
      const email = newEmail()
      const { data } = await site.client().auth.signUp({ email, password })
      expect(data.session?.user.email).toBe(email)
      const again = await site.client().auth.signUp({ email, password })
      expect(again.error).toMatchObject({ code: "user_already_exists", message: "User already registered" })
      const phone = await site.client().auth.signUp({ phone: "15551234567", password })
      expect(phone.data.user?.phone).toBe("15551234567")
    } finally {
      await site.close()
    }
  })

  test("anonymous accounts, if switched on", async () => {
    const site = await startAccounts({ anonymousSignIn: true })
    try {
      const client = site.client()
      const { data } = await client.auth.signInAnonymously({ options: { data: { a: 1 } } })
      expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { a: 1 } })
      expect((await client.auth.reauthenticate()).error?.message).toContain(
        "Reauthentication requires the user to have an email",
      )
    } finally {
      await site.close()
    }
  })

  test("sign-up can be closed", async () => {
    const site = await startAccounts({ signUps: false })
    try {
      const { error } = await site.client().auth.signUp({ email: newEmail(), password })
      expect(error?.message).toBe("Signups not allowed for this instance")
    } finally {
      await site.close()
    }
  })
})
