/** Accounts for the browser tests: made through the service as an administrator, or by hand in the browser. */
import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import type { Email } from "postal-mime"
import { expect } from "./test.ts"

export interface Person {
  email: string
  password: string
}

/** Somebody whom no other test knows. */
export function somebody(name: string): Person {
  return { email: `${name}-${randomUUID().slice(0, 8)}@example.com`, password: "a quiet harbour at 5" }
}

/** The keys that the server of this run has made. */
export async function keysOfServer(): Promise<{ publishable: string; secret: string }> {
  const { SUPABASE_PUBLISHABLE_KEY: publishable = "", SUPABASE_SECRET_KEY: secret = "" } =
    await secretsOfServer()
  return { publishable, secret }
}

/** Every secret that a server, by default that of this run, has made, by the name of its variable. */
export async function secretsOfServer(data = process.env.SITE_DATA ?? ""): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(data, "secrets.json"), "utf8"))
}

/** A confirmed account, made without a mail. */
export async function makeAccount(person: Person): Promise<void> {
  const { secret } = await keysOfServer()
  const answer = await fetch(`${process.env.SITE_ADDRESS}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: secret, authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ ...person, email_confirm: true, user_metadata: { full_name: "Test Person" } }),
  })
  if (!answer.ok) throw new Error(`Making an account answered ${answer.status} ${await answer.text()}`)
}

/** Opens the sign-in page and waits for its scripts: a person needs longer to read it than they to come. */
export async function openSignIn(page: Page, path = "/auth"): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole("main").getByRole("button", { name: "Sign in", exact: true })).toBeEnabled()
}

/** Fills in the sign-in form of the page that is open, and sends it. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole("textbox", { name: /^Email/ }).fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Signs in and waits until the navigation says so. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto("/auth")
  await fillSignIn(page, person)
  await expectSignedIn(page)
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(mainNavigation(page).getByRole("button", { name: "Sign out" })).toBeVisible()
  await expect(mainNavigation(page).getByRole("link", { name: "Sign in" })).toBeHidden()
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(mainNavigation(page).getByRole("link", { name: "Sign in" })).toBeVisible()
  await expect(mainNavigation(page).getByRole("button", { name: "Sign out" })).toBeHidden()
}

/**
 * Signs out as a person does who has seen the page: what the page still reads when its session ends
 * would be refused, and the console would say so. Waits for the answer, as leaving the page earlier
 * would leave the session open.
 */
export async function signOut(page: Page): Promise<void> {
  const button = mainNavigation(page).getByRole("button", { name: "Sign out" })
  await expect(button).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(0)
  await button.click()
  await expectSignedOut(page)
}

export function mainNavigation(page: Page) {
  return page.getByRole("navigation", { name: "Main" })
}

/** The link of a mail. */
export function linkIn(mail: Email): string {
  const link = /^\S+\/auth\/v1\/verify\S+$/m.exec(mail.text ?? "")?.[0]
  if (!link) throw new Error(`The mail "${mail.subject}" has no link`)
  return link
}

/** Opens the link of a mail that a form of the site asked for, and presses the button of the page in between. */
export async function openLink(page: Page, mail: Email): Promise<void> {
  await page.goto(linkIn(mail))
  await expect(page).toHaveURL(/\/mail-link/)
  await page.getByRole("main").getByRole("button").click()
}

/** The six digits of a mail. */
export function codeIn(mail: Email): string {
  const code = /code: (\d{6})/.exec(mail.text ?? "")?.[1]
  if (!code) throw new Error(`The mail "${mail.subject}" has no code`)
  return code
}
