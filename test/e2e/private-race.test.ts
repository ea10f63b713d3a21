/**
 * A private race: entered by a friend who has not joined, who lands on it after the first workout; seen by nobody else. What its
 * forms refuse is tested beside them, in app/pages/account/races.
 */
import { encodeFit } from "#test/support/recordings.ts"
import { cookieOf, linkIn, signIn, somebody } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf, joiningZone } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("a member starts a race, a friend joins by its link alone and lands on it after a first workout", async ({
  page,
  site,
  browser,
  baseURL,
  mail,
}) => {
  const { join, upload } = callerOf(site)
  const rhea = await join("Rhea Racer", "public")
  await upload(rhea, 60)
  await signIn(page, rhea)
  await page.goto("/leaderboard")
  await page.getByRole("link", { name: "Race Your Friends" }).click()
  await expect(page).toHaveURL("/account/races")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expectUsable(page)

  await page.getByLabel("Length").selectOption("7")
  await page.getByLabel("First day").selectOption({ index: 0 })
  await page.getByRole("button", { name: "Start a Race" }).click()
  await expect(page).toHaveURL(/\/account\/races\/[0-9a-f]{16}$/)
  const own = page.url()
  await expect(page.getByText(/^You are 1st, with \d+ points\.$/)).toBeVisible()
  const link = await page.getByText(/\/race\/[0-9a-f]{40}$/).innerText()

  const friend = await browser.newContext({ ...(baseURL ? { baseURL } : {}), timezoneId: joiningZone() })
  const theirs = await friend.newPage()
  const person = somebody("invited")
  const invited = await theirs.goto(link)
  expect(invited?.headers()["cache-control"]).toBe("private, no-store")
  await expect(
    theirs.getByRole("heading", { level: 1, name: "Rhea Racer invites you to a race" }),
  ).toBeVisible()
  await expectUsable(theirs)
  await theirs.getByLabel("Full name").fill("Fred Friend")
  await theirs.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await theirs.getByRole("button", { name: "Agree and Join" }).click()
  await expect(theirs.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  await theirs.goto(linkIn(await mail({ to: person.email, subject: /Confirm/ })))
  const steps = theirs.getByRole("region", { name: "Three steps to get on the board" })
  await expect(steps.getByRole("heading", { name: "See yourself in your race" })).toBeVisible()
  const chooser = theirs.waitForEvent("filechooser")
  await steps.getByRole("button", { name: "Add a workout" }).click()
  const run = encodeFit({
    sessions: [
      {
        startedAt: new Date(Date.now() - 70 * 60_000),
        ...{ sport: "running", timerS: 3000, elapsedS: 3000, distanceM: 8000, records: 60 },
      },
    ],
  })
  await (await chooser).setFiles({ name: "run.fit", mimeType: "application/octet-stream", buffer: run })
  await expect(theirs).toHaveURL(own)
  await expect(theirs.getByText(/^You are 1st, with \d+ points\./)).toBeVisible()
  const table = theirs.getByRole("region", { name: "Table" })
  await expect(table.getByRole("listitem").filter({ hasText: "Rhea Racer" })).toBeVisible()
  await table.locator("summary").first().click()
  await expect(table.getByText(/^\w{3}, \w{3} \d+$/).first()).toBeVisible()
  await expectUsable(theirs)

  // Nobody else gets it, with or without the address.
  const cookie = await cookieOf(site.url, await join("Eve Elsewhere", "public"))
  const status = async (path: string) =>
    (await fetch(new URL(path, site.url), { headers: { cookie } })).status
  expect(await status("/account/races")).toBe(200)
  expect(await status(own)).toBe(404)
  expect(await status("/account/races/0123456789abcdef")).toBe(404)
  expect(await status(`/race/${"0".repeat(40)}`)).toBe(404)
  await friend.close()
})
