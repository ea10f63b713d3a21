/**
 * Servers of several configurations on one database, called without a gateway and with legacy keys, the way the
 * client's own suite runs.
 */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { AuthAdminApi, AuthClient } from "@supabase/supabase-js"
import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { renderMail } from "#domain/mail-layout.ts"
import type { AuthConfig } from "#platform/auth/options.ts"
import { type AuthService, createAuth } from "#platform/auth/service.ts"
import { unlimited } from "#test/support/auth.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

const legacySecret = "37c304f8-51aa-419a-a1af-06154e63707a"
const password = "a password of Tests 1"
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"

interface Running {
  url: string
  service: AuthService
  server: Server
}

let world: TestWorld
let confirming: Running
let open: Running
let closed: Running
const all: Running[] = []

beforeAll(async () => {
  world = await createTestWorld({ now: new Date() })
  confirming = await start({ phoneSignIn: true })
  open = await start({ autoconfirm: true, phoneSignIn: true, phoneAutoconfirm: true, anonymousSignIn: true })
  closed = await start({ signUps: false, phoneSignIn: false, emailSignIn: false })
})
afterAll(async () => {
  for (const { server, service } of all) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await service.close()
  }
  await world.close()
})

async function start(config: Partial<AuthConfig>): Promise<Running> {
  let service: AuthService | undefined
  const server = serve({
    fetch: (request, env) => service?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
    port: 0,
  }) as Server
  await new Promise((resolve) => server.once("listening", resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  service = createAuth({
    db: world.world.db,
    mail: world.world.mail,
    now: () => new Date(),
    log: world.world.log,
    siteUrl: url,
    redirectAllowList: ["https://supabase.io/docs"],
    authSecret: "a-secret-for-tests-of-at-least-32-characters",
    keys: { publishable: "unused-publishable-key", secret: "unused-secret-key-000000", legacySecret },
    brand: { name: "Test Site", renderMail },
    config: { ...unlimited, ...config },
  })
  const running = { url, service, server }
  all.push(running)
  return running
}

const client = ({ url }: Running, flowType: "implicit" | "pkce" = "implicit") => {
  const items = new Map<string, string>()
  return new AuthClient({
    url,
    autoRefreshToken: false,
    persistSession: true,
    flowType,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  })
}

async function admin({ url }: Running, role = "service_role") {
  const token = await new SignJWT({ role, ...(role === "service_role" ? {} : { sub: "1234567890" }) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt()
    .sign(new TextEncoder().encode(legacySecret))
  return new AuthAdminApi({ url, headers: { Authorization: `Bearer ${token}` } })
}

let count = 0
const newEmail = () => `suite${count++}@example.com`
const newPhone = () => `1555${String(2_000_000 + count++)}`

test("addresses: sessions open immediately or by mail as configured, none while sign-up is closed", async () => {
  const email = newEmail()
  const here = await client(open).signUp({
    email,
    password,
    options: { emailRedirectTo: email, data: { a: 1 } },
  })
  expect(here.data.session?.user).toMatchObject({
    email,
    user_metadata: { a: 1 },
    email_confirmed_at: expect.any(String),
  })
  const again = await client(open).signUp({ email, password })
  expect(again).toMatchObject({
    data: { user: null, session: null },
    error: { message: "User already registered" },
  })
  const there = await client(confirming).signUp({ email: newEmail(), password })
  expect(there.data.session).toBeNull()
  expect(there.data.user).not.toHaveProperty("email_confirmed_at")
  const confirmed = await (await admin(open)).updateUserById(there.data.user?.id ?? "", {
    email_confirm: true,
  })
  expect(confirmed.data.user?.email_confirmed_at).toBeTruthy()
  const nowhere = await client(closed).signUp({ email: newEmail(), password })
  expect(nowhere.error?.message).toBe("Signups not allowed for this instance")
  const pkce = await client(open, "pkce").signUp({ email: newEmail(), password })
  expect(pkce.data.session).not.toBeNull()
})

test("phone numbers: accepted if configured, never verified by text message", async () => {
  const phone = newPhone()
  await client(open).signUp({ phone, password })
  const { data } = await client(open).signInWithPassword({ phone, password })
  expect(data.session?.user).toMatchObject({
    phone,
    email: "",
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: "phone" },
  })
  const unproven = await client(confirming).signUp({
    phone: newPhone(),
    password,
    options: { channel: "whatsapp" },
  })
  expect(unproven.data).toEqual({ user: null, session: null })
  expect((await client(confirming).signInWithOtp({ phone: newPhone() })).error).not.toBeNull()
  expect((await client(open, "pkce").signInWithOtp({ phone: newPhone() })).error).not.toBeNull()
  for (const options of [{ captchaToken: "some_token" }, {}])
    expect(
      (await client(confirming).resend({ phone: newPhone(), type: "phone_change", options })).error,
    ).toBeNull()
  const wrong = await client(confirming).verifyOtp({
    phone: newPhone(),
    type: "phone_change",
    token: "123456",
  })
  expect(wrong.error?.message).toBe("Token has expired or is invalid")
  const unknown = await client(closed).verifyOtp({ phone: newPhone(), type: "sms", token: "123456" })
  expect(unknown.error).toMatchObject({ status: 403, message: "Token has expired or is invalid" })
  const malformed = await client(closed).verifyOtp({
    phone: `${newPhone()}-invalid`,
    type: "sms",
    token: "123456",
  })
  expect(malformed.error?.message).toBe("Invalid phone number format (E.164 required)")
})

test("mailed codes: unknown addresses are revealed only where sign-up reveals them", async () => {
  const options = { shouldCreateUser: false, captchaToken: "some_token", emailRedirectTo: "x@example.com" }
  expect((await client(open, "pkce").signInWithOtp({ email: newEmail(), options })).error?.message).toBe(
    "Signups not allowed for otp",
  )
  expect((await client(confirming).signInWithOtp({ email: newEmail(), options })).error).toBeNull()
  const unknown = await client(confirming).resetPasswordForEmail("this_user@does-not-exist.com")
  expect(unknown).toEqual({ data: {}, error: null })
})

test("tokens: keys are published, and each kind of invalid token is recognized", async () => {
  const fetched: string[] = []
  const one = client(open)
  one["fetch" as never] = (async (url: string, init: RequestInit) => {
    fetched.push(url)
    return fetch(url, init)
  }) as never
  const { data } = await one.signUp({ email: newEmail(), password })
  const claims = await one.getClaims()
  expect(claims.data?.claims.email).toBe(data.user?.email)
  expect(fetched).toEqual([`${open.url}/signup`, `${open.url}/.well-known/jwks.json`])
  const forged = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.${data.session?.access_token.split(".")[1]}.bm90IGEgc2lnbmF0dXJl`
  expect((await one.getUser(forged)).error?.message).toContain(
    "invalid JWT: unable to parse or verify signature",
  )
  const badRefresh = await client(open).refreshSession({ refresh_token: "invalid-refresh-token" })
  expect(badRefresh.error?.message).toContain("Invalid Refresh Token: Refresh Token Not Found")
})

test("administration: with legacy keys, across servers", async () => {
  const api = await admin(open)
  const made = await api.createUser({
    email: newEmail(),
    password,
    user_metadata: { profile_image: "https://x/avatars/1.png" },
  })
  expect(made.data.user?.user_metadata).toEqual({ profile_image: "https://x/avatars/1.png" })
  const renamed = `new_${made.data.user?.email}`
  expect((await api.updateUserById(made.data.user?.id ?? "", { email: renamed })).data.user?.email).toBe(
    renamed,
  )
  const listed = await api.listUsers()
  expect(listed.data.users.map((user) => user.email)).toContain(renamed)
  expect((await (await admin(open, "supabase_admin")).deleteUser(made.data.user?.id ?? "")).error).toBeNull()
  for (const answer of [
    await api.getUserById(nobody),
    await api.updateUserById(nobody, { email: "new@email.com" }),
    await api.deleteUser(nobody),
    await api.mfa.listFactors({ userId: nobody }),
    await api.mfa.deleteFactor({ userId: nobody, id: nobody }),
    await api.createUser({ email: "xx:;x@x.x", password: "password123" }),
    await api.generateLink({ type: "signup", email: "xx:;x@x.x", password: "password123" }),
    await api.listUsers({ page: -1, perPage: 10 }),
  ])
    expect(answer.error).not.toBeNull()
  const redirectTo = "http://localhost:9999/welcome"
  const link = await api.generateLink({
    type: "signup",
    email: newEmail(),
    password,
    options: { data: { status: "alpha" }, redirectTo },
  })
  expect(link.data.properties?.action_link).toMatch(
    new RegExp(`\\?token=.*type=signup.*redirect_to=${redirectTo}`),
  )
  const existing = (await api.createUser({ email: newEmail(), password, email_confirm: true })).data.user
  const change = await api.generateLink({
    type: "email_change_current",
    email: existing?.email ?? "",
    newEmail: "other@example.com",
    options: { redirectTo },
  })
  expect(change.data.properties?.action_link).toMatch(/type=email_change/)
  expect(change.data.user?.new_email).toBe("other@example.com")
})

test("features that are switched off return the errors that the client expects", async () => {
  const web3 = { chain: "solana", message: "test message", signature: new Uint8Array([1, 2, 3]) } as const
  expect((await client(open).signInWithWeb3(web3)).error?.message).toContain("Web3 provider is disabled")
  const sso = await client(open, "pkce").signInWithSSO({ providerId: "valid-provider-id" })
  expect(sso.error?.message).toContain("SAML 2.0 is disabled")
  const idToken = await client(open).signInWithIdToken({
    provider: "google",
    token: "mock-id-token",
    nonce: "mock-nonce",
  })
  expect(idToken.error?.message).toContain('Provider (issuer "https://accounts.google.com") is not enabled')
  expect((await client(confirming).signInAnonymously()).error?.message).toContain(
    "Anonymous sign-ins are disabled",
  )
  const anonymous = client(open)
  expect(
    (await anonymous.signInAnonymously({ options: { data: { info: "some info" } } })).data.user,
  ).toMatchObject({ is_anonymous: true, user_metadata: { info: "some info" } })
  expect((await anonymous.reauthenticate()).error?.message).toContain(
    "Reauthentication requires the user to have an email or a phone number",
  )
  expect((await client(open).mfa.enroll({ factorType: "totp" })).error?.message).toContain("Bearer token")
})
