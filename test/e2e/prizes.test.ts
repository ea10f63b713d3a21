/** A winner claims a prize by forms that work without scripts, pays for its shipping, and can decline it. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Page } from "@playwright/test"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect } from "./support/test.ts"
import { withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

const path = "/account/prizes"

async function givePrize(site: { data: string }, { slug }: { slug: string }): Promise<void> {
  await promisify(execFile)(process.execPath, ["test/e2e/support/seed-prize.ts", slug], {
    cwd: root,
    env: { ...ownEnvironment(), DATA_DIR: site.data },
  })
}

const consent = (page: Page) => page.getByRole("checkbox", { name: /^I agree that/ })

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel("Full name").fill(name)
  await page.getByLabel("Street address").fill("1 Way")
  await page.getByLabel("City").fill("Costa Mesa")
  await page.getByLabel("Postal code").fill("92626")
  await page.getByLabel("Country").selectOption("US")
  await consent(page).check()
  await page.getByRole("button", { name: "Send it here and pay for shipping" }).click()
}

/** The form still contains what was typed, and says what is wrong with it. */
async function expectMistake(page: Page): Promise<void> {
  await expect(page.getByRole("alert")).toHaveText("Full name must not be a web address")
  await expect(page.getByLabel("Full name")).toHaveValue("www.spam.example")
  await expect(page.getByLabel("City")).toHaveValue("Costa Mesa")
  await expect(page.getByLabel("Country")).toHaveValue("US")
  await expect(consent(page)).toBeChecked()
}

test("a mistake or a lost connection keeps what was typed, a prize is corrected and paid for without scripts, and declining is final", async ({
  page,
  site,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/422|ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const will = await callerOf(site).join("Will Winner", "public")
  await givePrize(site, will)
  await signIn(page, will)
  const plain = await withoutScripts(browser, page, baseURL)
  const opened = await plain.goto("/account")
  expect(opened?.headers()["cache-control"]).toBe("private, no-store")
  await plain.getByRole("region", { name: "You won a prize" }).getByRole("link").click()
  await expect(plain).toHaveURL(path)
  await fill(plain, "www.spam.example")
  await expectMistake(plain)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(page.getByLabel("Full name")).toBeVisible()
  await expectUsable(page)
  let loads = 0
  page.on("load", () => loads++)
  await fill(page, "www.spam.example")
  await expectMistake(page)
  await page.context().setOffline(true)
  await fill(page, "Will Winner")
  await expect(page.getByRole("alert")).toContainText("We cannot reach the site.")
  await expect(page.getByLabel("Full name")).toHaveValue("Will Winner")
  await page.context().setOffline(false)
  expect(loads).toBe(0)
  await fill(page, "Will Winner")
  await expect(page).toHaveURL(/\/payments-sandbox\/pay\//)

  await plain.goto(path)
  await expect(plain.getByText("Will Winner, 1 Way, Costa Mesa, 92626, United States")).toBeVisible()
  await plain.getByText("Change the address").click()
  await fill(plain, "Will Elsewhere")
  await expect(plain).toHaveURL(/\/payments-sandbox\/pay\//)
  await plain.goto(path)
  await expect(plain.getByText("Will Elsewhere, 1 Way")).toBeVisible()
  await plain.getByRole("button", { name: "Pay for shipping, $9.95" }).click()
  await expect(plain).toHaveURL(/\/payments-sandbox\/pay\//)
  await plain.context().close()

  await page.goto(path)
  await page.getByText("I do not want this prize").click()
  await page.getByRole("button", { name: "Decline the prize" }).click()
  const past = page.getByRole("region", { name: "My earlier prizes" })
  await expect(past.getByText("You declined it, and it went to the next athlete.")).toBeVisible()
  await expect(page.getByRole("region", { name: "You won a prize" })).toHaveCount(0)
  const account = await (await page.request.get("/account")).text()
  expect(account).toContain("My activities")
  expect(account).not.toContain("You won a prize")
})
