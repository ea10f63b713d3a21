/** What a member does on /account/security, each with a separate account. */
import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import {
  expectSignedIn,
  expectSignedOut,
  fillSignIn,
  makeAccount,
  openLink,
  type Person,
  signIn,
  signOut,
  somebody,
} from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { expect, test } from "./support/test.ts"

const setting = (page: Page, title: string) => page.getByRole("region", { name: title })

async function openSecurity(page: Page, name: string): Promise<Person> {
  const person = somebody(name)
  await makeAccount(person)
  await signIn(page, person)
  await page.goto("/account/security")
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible()
  return person
}

test("devices are shown and signed out one by one or by a new password, which asks for a recent sign-in; axe finds nothing with everything expanded", async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/40[03]/)
  const person = await openSecurity(page, "devices")
  const other = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
  })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, person)
  await page.reload()
  const devices = setting(page, "Devices")
  await expect(devices.getByRole("listitem")).toHaveCount(2)
  await expect(devices.getByText("This device")).toBeVisible()
  await expect(devices.getByText(/Last used .* · (127\.0\.0\.1|::1)/)).toHaveCount(2)

  await page.getByRole("button", { name: "Set up an authenticator app" }).click()
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible()
  await page.getByRole("button", { name: "Delete my account" }).click()
  // Colors depend on the theme and content on the width, so two checks cover all four combinations.
  for (const [colorScheme, width] of [
    ["dark", 390],
    ["light", 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 900 })
    await expectUsable(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0)
  }

  await devices.getByRole("button", { name: "Sign out Firefox on Mac" }).click()
  await expect(devices.getByRole("listitem")).toHaveCount(1)
  await elsewhere.goto("/about")
  await expectSignedOut(elsewhere)

  await signIn(elsewhere, person)
  // The service's response when the sign-in is older.
  await page.route(/\/auth\/v1\/user$/, async (route, request) => {
    const { password } = request.method() === "PUT" ? request.postDataJSON() : {}
    if (!password) return route.continue()
    const body = { code: "reauthentication_needed", message: "Password update requires reauthentication" }
    return route.fulfill({ status: 400, json: body, headers: { "x-supabase-api-version": "2024-01-01" } })
  })
  const password = setting(page, "Password")
  await password.getByLabel("New password").fill("the third harbour at 8")
  await password.getByRole("button", { name: "Change password" }).click()
  await expect(password.getByLabel("Your password")).toBeVisible()
  await page.unroute(/\/auth\/v1\/user$/)
  await password.getByLabel("Your password").fill(person.password)
  await password.getByRole("button", { name: "Confirm" }).click()
  // What was typed is still there.
  await expect(password.getByLabel("New password")).toHaveValue("the third harbour at 8")
  await password.getByRole("button", { name: "Change password" }).click()
  await expect(password.getByText(/Your password is changed/)).toBeVisible()
  await elsewhere.goto("/about")
  await expectSignedOut(elsewhere)
  await signIn(elsewhere, { ...person, password: "the third harbour at 8" })
  await other.close()
})

test("a new address applies once both mailboxes have confirmed it", async ({ page, mail }) => {
  const person = await openSecurity(page, "address")
  const next = somebody("moved").email
  const address = setting(page, "Email address")
  await address.getByLabel("New email address").fill(next)
  await address.getByRole("button", { name: "Change address" }).click()
  await expect(address.getByText(/Waiting for both confirmations/)).toBeVisible()
  await openLink(page, await mail({ to: person.email, subject: /change/ }))
  await expect(page.getByText(/confirm link sent to the other email/).first()).toBeVisible()
  await openLink(page, await mail({ to: next, subject: /new email/ }))
  await expect(page.getByText("Your email address is changed.").first()).toBeVisible()
  await expect(setting(page, "Email address").getByText(next, { exact: true })).toBeVisible()
})

test("an authenticator app, recovery codes, and both at the next sign-in", async ({ page }) => {
  const person = await openSecurity(page, "totp")
  const steps = setting(page, "Two-step sign-in")
  await steps.getByRole("button", { name: "Set up an authenticator app" }).click()
  await expect(steps.getByRole("img", { name: /QR code/ })).toBeVisible()
  await steps.getByText("Cannot scan it?").click()
  const secret = (await steps.locator("code").innerText()).replaceAll(" ", "")
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await steps.getByLabel("Code from the app").fill(totp.generate())
  await steps.getByRole("button", { name: "Switch on" }).click()
  await steps.getByRole("button", { name: "Make recovery codes" }).click()
  await expect(steps.locator("li code")).toHaveCount(10)
  const codes = await steps.locator("li code").allInnerTexts()
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    steps.getByRole("button", { name: "Save as a file" }).click(),
  ])
  expect((await readFile(await saved.path(), "utf8")).trim().split("\n")).toEqual(codes)
  await steps.getByRole("button", { name: "I have saved them" }).click()
  await expect(steps.getByText("10 of 10 left.")).toBeVisible()

  await signOut(page)
  await expect(page).toHaveURL("/")
  await page.goto("/auth?next=/account/security")
  await fillSignIn(page, person)
  await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible()
  // A sign-in without the second step does not open the account's pages.
  await page.goto("/account/security")
  await expect(page).toHaveURL(/\/auth\?next=/)
  // The code of this half minute was used; the next one is accepted early, because clocks may differ.
  await page.getByLabel("Code from the app").fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page).toHaveURL("/account/security")
  await expect(steps.getByText("10 of 10 left.")).toBeVisible()

  await signOut(page)
  await expect(page).toHaveURL("/")
  await page.goto("/auth?next=/account/security")
  await fillSignIn(page, person)
  await page.getByRole("button", { name: "Use a recovery code instead" }).click()
  await page.getByLabel("Recovery code").fill(codes[0] ?? "")
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(steps.getByText("9 of 10 left.")).toBeVisible()

  await steps.getByRole("button", { name: "Remove Authenticator app" }).click()
  await expect(steps.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible()
  await page.reload()
  await expectSignedIn(page)
  await expect(page).toHaveURL("/account/security")
})

test("export the data, then delete the account for good, which asks for a recent sign-in", async ({
  page,
  mail,
  problems,
}) => {
  // Expected failures: the wrong address, signing out of a deleted account, and signing in to it.
  problems.expect(/4(22|03|00)/)
  const person = await openSecurity(page, "leaving")
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export my data (JSON)" }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^b4m-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), "utf8"))
  expect(data).toMatchObject({ account: { email: person.email }, member: null })
  expect(data.sessions).toHaveLength(1)

  const leaving = setting(page, "Delete account")
  await leaving.getByRole("button", { name: "Delete my account" }).click()
  await leaving.getByLabel("Type your email address to confirm").fill("delete")
  await leaving.getByRole("button", { name: "Delete it permanently" }).click()
  await expect(leaving.getByRole("alert")).toHaveText("This is not the email address of your account.")
  // The service's response when the sign-in is older.
  await page.route(
    /\/functions\/v1\/delete-account/,
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: "reauthentication_needed", error: "Confirm that it is you" },
      }),
    { times: 1 },
  )
  await leaving.getByLabel("Type your email address to confirm").fill(person.email)
  await leaving.getByRole("button", { name: "Delete it permanently" }).click()
  await leaving.getByLabel("Your password").fill(person.password)
  await leaving.getByRole("button", { name: "Confirm" }).click()
  // The previous sign-in is ended with it, and what was typed is still there.
  await expect(setting(page, "Devices").getByRole("listitem")).toHaveCount(1)
  await leaving.getByRole("button", { name: "Delete it permanently" }).click()
  await expect(page).toHaveURL("/")
  await expectSignedOut(page)
  expect((await mail({ to: person.email, subject: /deleted/ })).text).toContain("we deleted your")
  await expect(signIn(page, person)).rejects.toThrow(/invalid_credentials/)
})
