import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { comeAlive } from "./alive.ts"
import { type Hand, handOn } from "./hand.ts"

interface Staff {
  email: string
  password: string
  secret: string
  /** An access token with the second factor. */
  token: string
}

interface StaffSite {
  url: string
  data: string
  /** The server's clock, in milliseconds. */
  now?: () => number
}

/** An account with a role and an authenticator app. */
export async function addStaff(site: StaffSite, role: string): Promise<Staff> {
  const keys = JSON.parse(await readFile(join(site.data, "secrets.json"), "utf8")) as Record<string, string>
  const person = {
    email: `${role}-${randomUUID().slice(0, 8)}@example.com`,
    password: "a quiet harbor at 5",
  }
  const call = callerOf(site, keys)
  await call("admin/users", keys.SUPABASE_SECRET_KEY ?? "", {
    ...person,
    email_confirm: true,
    app_metadata: { role },
  })
  const session = await call("token?grant_type=password", keys.SUPABASE_PUBLISHABLE_KEY ?? "", person)
  const factor = await call("factors", session.access_token, { factor_type: "totp", friendly_name: "phone" })
  const secret = factor.totp.secret as string
  return { ...person, secret, token: await prove(site, call, { secret, session, factor: factor.id }) }
}

/** The same account with a new token, for a site whose clock has moved on. */
export async function renewStaff(site: StaffSite, staff: Staff): Promise<Staff> {
  const keys = JSON.parse(await readFile(join(site.data, "secrets.json"), "utf8")) as Record<string, string>
  const call = callerOf(site, keys)
  const { email, password, secret } = staff
  const session = await call("token?grant_type=password", keys.SUPABASE_PUBLISHABLE_KEY ?? "", {
    email,
    password,
  })
  const [factor] = session.user.factors as [{ id: string }]
  return { ...staff, token: await prove(site, call, { secret, session, factor: factor.id }) }
}

type Call = (path: string, token: string, body: object) => Promise<ReturnType<typeof JSON.parse>>

function callerOf(site: StaffSite, keys: Record<string, string>): Call {
  return async (path, token, body) => {
    const answer = await fetch(`${site.url}/auth/v1/${path}`, {
      method: "POST",
      headers: {
        apikey: token.startsWith("sb_") ? token : (keys.SUPABASE_PUBLISHABLE_KEY ?? ""),
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/** Proves the second factor of a session; returns the token that has it. */
async function prove(
  { now = Date.now }: StaffSite,
  call: Call,
  { secret, session, factor }: { secret: string; session: { access_token: string }; factor: string },
): Promise<string> {
  const challenge = await call(`factors/${factor}/challenge`, session.access_token, {})
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() })
  const proven = await call(`factors/${factor}/verify`, session.access_token, {
    challenge_id: challenge.id,
    code,
  })
  return proven.access_token
}

/** The code that the authenticator app shows now. */
export function codeOf({ secret }: Staff): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

/** Opens the console directly, without the pages that lead there, and then a desk. */
export async function enterConsole(page: Page, { token }: Staff, url: string, desk: string): Promise<void> {
  const opened = await page.request.post("/operator/session", {
    form: { token },
    headers: { origin: url },
    maxRedirects: 0,
  })
  expect(opened.status()).toBe(303)
  await page.goto(`/operator${desk}`)
}

/** Signs in with the code of the next half minute, because each code works once, and opens the console. */
export async function openConsole(
  page: Page,
  { email, password, secret }: Staff,
  hand: Hand = handOn(page),
): Promise<void> {
  await page.goto("/auth?next=/account/security")
  await hand.write(page.getByRole("textbox", { name: /^Email/ }), email)
  await hand.write(page.getByLabel("Password"), password)
  await hand.tap(page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
  await hand.write(page.getByLabel("Code from the app"), code)
  await hand.tap(page.getByRole("button", { name: "Continue" }))
  await page.waitForURL("**/account/security")
  await hand.tap(page.getByRole("button", { name: "Open the operator's console" }))
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible()
  await comeAlive(page)
}
