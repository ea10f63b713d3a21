/** Passkeys and security keys in a real browser, with Chromium's virtual authenticator. */
import type { Page } from "@playwright/test"
import { expectSignedIn, fillSignIn, makeAccount, signIn, signOut, somebody } from "./support/account.ts"
import { expect, test } from "./support/test.ts"

async function addAuthenticator(page: Page, transport: "internal" | "usb"): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const setting = (page: Page, title: string) => page.getByRole("region", { name: title })

test("create a passkey on the account page, sign out, sign in with it, remove it", async ({ page, mail }) => {
  const person = somebody("passkey")
  await makeAccount(person)
  await addAuthenticator(page, "internal")
  await signIn(page, person)
  await page.goto("/account/security")
  const passkeys = setting(page, "Passkeys")
  await passkeys.getByRole("button", { name: "Add a passkey" }).click()
  await passkeys.getByLabel("Name of the passkey").fill("Test phone")
  await passkeys.getByRole("button", { name: "Continue" }).click()
  await expect(passkeys.getByRole("listitem").filter({ hasText: "Test phone" })).toBeVisible()
  await expect(passkeys.getByText(/not used yet/)).toBeVisible()
  expect((await mail({ to: person.email, subject: /passkey was added/ })).text).toContain("can now sign in")

  await signOut(page)
  await page.goto("/auth?next=/account/security")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await expect(page).toHaveURL("/account/security")
  await expect(passkeys.getByText(/last used/)).toBeVisible()
  await passkeys.getByRole("button", { name: "Rename Test phone" }).click()
  await passkeys.getByLabel("New name").fill("Old phone")
  await passkeys.getByRole("button", { name: "Save the name" }).click()

  // The browser offers the passkey in the address field automatically.
  await expect(passkeys.getByRole("listitem").filter({ hasText: "Old phone" })).toBeVisible()
  await signOut(page)
  await page.goto("/auth?next=/account/security")
  await page.getByRole("textbox", { name: /^Email/ }).focus()
  await expect(page).toHaveURL("/account/security")

  await passkeys.getByRole("button", { name: "Remove Old phone" }).click()
  await expect(passkeys.getByRole("listitem").filter({ hasText: "Old phone" })).toBeHidden()
})

test("a security key works as the second step", async ({ page }) => {
  const person = somebody("key")
  await makeAccount(person)
  await addAuthenticator(page, "usb")
  await signIn(page, person)
  await page.goto("/account/security")
  const steps = setting(page, "Two-step sign-in")
  await steps.getByRole("button", { name: "Add a security key" }).click()
  await expect(steps.getByRole("listitem").filter({ hasText: "Security key 1" })).toBeVisible()
  await signOut(page)
  await page.goto("/auth?next=/account/security")
  await fillSignIn(page, person)
  await page.getByRole("button", { name: "Use the security key" }).click()
  await expect(page).toHaveURL("/account/security")
  await expectSignedIn(page)
})
