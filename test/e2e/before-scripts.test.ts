/**
 * On a slow network, everything that the browser can do without scripts works before the page's scripts have arrived.
 */
import type { CDPSession } from "@playwright/test"
import { expectSignedOut, mainNavigation, makeAccount, signIn, somebody } from "./support/account.ts"
import { comeAlive } from "./support/alive.ts"
import { slowDown } from "./support/slow.ts"
import { expect, test } from "./support/test.ts"

const early = { waitUntil: "commit" } as const

/** The state of the menu's button exposed to assistive technology. */
async function isMenuExpanded(devtools: CDPSession): Promise<unknown> {
  const { nodes } = await devtools.send("Accessibility.getFullAXTree")
  const button = nodes.find(({ role, name }) => role?.value === "button" && name?.value === "Menu")
  return button?.properties?.find(({ name }) => name === "expanded")?.value.value
}

test("the menu opens, exposes its state, closes on Escape with the focus restored, and keeps its state at hydration", async ({
  page,
}) => {
  const { devtools, releaseScripts } = await slowDown(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/about", early)
  const toggle = page.getByRole("button", { name: "Menu" })
  const menu = page.getByRole("navigation", { name: "Menu" })
  const turned = () =>
    toggle
      .locator("span span")
      .first()
      .evaluate((line) => getComputedStyle(line).rotate)
  await toggle.click()
  await expect(menu).toBeVisible()
  expect(await isMenuExpanded(devtools)).toBe(true)
  await expect.poll(turned).toBe("45deg")
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(toggle).toBeFocused()
  expect(await isMenuExpanded(devtools)).toBe(false)
  await expect.poll(turned).toBe("none")

  await page.keyboard.press("Enter")
  await expect(menu).toBeVisible()
  releaseScripts()
  await comeAlive(page)
  await expect(menu).toBeVisible()
  expect(await isMenuExpanded(devtools)).toBe(true)
  await expect.poll(turned).toBe("45deg")
  await menu.getByRole("link", { name: "Blog" }).click()
  await expect(page).toHaveURL(/\/blog$/)
  await expect(menu).toBeHidden()
})

test("collapsed parts expand, and a row of the board shows its reasons once the script has loaded", async ({
  page,
}) => {
  const { releaseScripts } = await slowDown(page)
  await page.goto("/leaderboard", early)
  await page.getByText("Competition rules").click()
  await expect(page.getByText("Winners cannot win in back-to-back months.")).toBeVisible()
  const row = page.locator("#board ol > li", { has: page.locator("summary") }).first()
  await row.locator("summary").press("Enter")
  await expect(row.getByRole("link", { name: /every day and season/ })).toBeVisible()
  releaseScripts()
  await expect(row.locator("ol > li").first()).toBeVisible()
})

test("a name typed before the scripts loaded is searched for once they have", async ({ page }) => {
  const { releaseScripts } = await slowDown(page)
  await page.goto("/leaderboard", early)
  const rows = page.locator("#board ol > li")
  const name = await rows.locator("a:visible").nth(1).innerText()
  const field = page.getByLabel("Find an athlete")
  await field.fill(name)
  releaseScripts()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(name)
  await expect(field).toHaveValue(name)
})

test("signing out ends the session as soon as the script has loaded", async ({ page, problems }) => {
  // The page checks whether the session is valid at the moment when it ends it.
  problems.expect(/\/auth\/v1\/user/)
  const person = somebody("leaver")
  await makeAccount(person)
  await signIn(page, person)
  const { releaseScripts } = await slowDown(page)
  await page.goto("/about", early)
  await mainNavigation(page).getByRole("button", { name: "Sign out" }).click()
  await expect(page).toHaveURL(/\/auth\?sign-out/)
  releaseScripts()
  // The client of the account service is the largest script of all.
  await expect(page).toHaveURL(/\/auth$/)
  await expectSignedOut(page)
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible()
})
