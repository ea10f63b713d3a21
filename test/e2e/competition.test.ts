/** The journey of a new member: in through a mailed link, a run as a file, points with their reasons, a board that moves. */
import { readFile } from "node:fs/promises"
import type { Locator } from "@playwright/test"
import { encodeFit } from "#test/support/recordings.ts"
import { codeIn, signOut, somebody } from "./support/account.ts"
import { joiningZone } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("from home to one's own row on the board in four presses, not counting typing; import today's run, see the points and the board update elsewhere, sign out", async ({
  browser,
  baseURL,
  mail,
}) => {
  const person = somebody("journey")
  const name = `Journey ${person.email.slice(8, 16)}`
  // The run below must be on the day of joining.
  const own = await browser.newContext({ ...(baseURL ? { baseURL } : {}), timezoneId: joiningZone() })
  const page = await own.newPage()
  // A click or a chosen file; typing is not counted.
  let presses = 0
  const press = async (doing: Promise<void>) => {
    await doing
    presses++
  }
  await page.goto("/")
  await press(page.getByRole("link", { name: "Create Your Account" }).click())
  // The first field has the focus, the next one is a key away.
  await page.getByLabel("Full name").fill(name)
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await press(page.getByRole("main").getByRole("button", { name: "Agree and Join" }).click())
  await expect(page.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  const code = codeIn(await mail({ to: person.email, subject: /Confirm/ }))
  await page.getByLabel("Code from the email").fill(code)
  const steps = page.getByRole("region", { name: "Three steps to get on the board" })
  await expect(steps.getByRole("listitem").filter({ hasText: "You are in" })).toContainText("Done")
  await expect(steps.locator("[aria-current=step]")).toContainText("Add today’s workout")
  // Empty parts are left out, and the settings are collapsed.
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Three steps to get on the board",
    "Import activities",
    "Bring a friend",
    "Ways to add your training",
    "My photo",
    "My figure",
  ])
  const ways = page.getByText("No service is set up on this site yet.")
  await expect(ways).toBeHidden()
  await page.getByText("Ways to add your training").click()
  await expect(ways).toBeVisible()

  // A visitor's window, without a session.
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
  const board = await elsewhere.newPage()
  await board.goto("/leaderboard")
  let loads = 0
  board.on("load", () => loads++)
  await expect(board.locator("[data-row]").first()).toBeVisible()
  const onBoard = board.locator("[data-row][data-points='88']", { hasText: name }).first()
  await expect(onBoard).toBeHidden()

  const startedAt = new Date(Date.now() - 40 * 60_000)
  const run = encodeFit({
    sessions: [{ startedAt, sport: "running", timerS: 1920, elapsedS: 1920, distanceM: 6100, records: 60 }],
  })
  const imports = page.getByRole("region", { name: "Import activities" })
  const file = { name: "morning.fit", mimeType: "application/octet-stream", buffer: run }
  const chooser = page.waitForEvent("filechooser")
  await press(steps.getByRole("button", { name: "Add a workout" }).click())
  await press((await chooser).setFiles(file))
  // The page automatically continues to the row, which is highlighted.
  await expect(page).toHaveURL(/\/leaderboard#my-place$/)
  const lit = page.getByRole("region", { name: /^You are/ }).locator("[data-mine]")
  await expect(lit).toContainText(name)
  await expect(lit).toBeInViewport()
  expect(presses).toBeLessThanOrEqual(4)

  await page.goto("/account")
  const chooses = imports.getByRole("button", { name: "Choose files" })
  await expect(chooses).toBeEnabled()
  await dropFiles(imports.getByText("Drop files or folders here"), [
    { name: "broken.fit", buffer: run.subarray(0, 300) },
  ])
  await expect(imports.getByText(/^Refused: cut off/)).toBeVisible()
  const points = page.getByRole("region", { name: "My points" })
  await expect(points.getByText("32 min run +32")).toBeVisible()
  await expect(points.getByText("6.1 km +31")).toBeVisible()
  await expect(points.getByText("active day +25")).toBeVisible()
  const activities = page.getByRole("region", { name: "My activities" })
  await expect(activities.getByText("Counted", { exact: true })).toBeVisible()
  await expect(activities.getByText(/32 min · 3\.8 mi/)).toBeVisible()
  await activities.getByRole("link", { name: "What we know about it" }).click()
  await expect(page.getByText(/^It arrived .* after it ended, as a file\.$/)).toBeVisible()
  const saved = page.waitForEvent("download")
  await page.getByRole("link", { name: "Save original file morning.fit" }).click()
  expect((await saved).suggestedFilename()).toBe("morning.fit")
  expect((await readFile(await (await saved).path())).equals(run)).toBe(true)
  await page.getByRole("link", { name: "My activities" }).click()
  await expect(page.getByRole("heading", { name: "My activities" })).toBeInViewport()
  const around = page.getByRole("region", { name: /^Around me/ })
  await expect(around.getByText(name, { exact: true })).toBeVisible()

  // The other window was updated without a reload.
  await expect(onBoard).toBeVisible()
  expect(loads).toBe(0)
  const ownPage = (await onBoard.getByRole("link").first().getAttribute("href")) as string

  // Shown to members from now on: no page for visitors, who learn nothing, and the same page for a member.
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Settings" }).click()
  const shown = page.getByRole("region", { name: "How I am shown" })
  await shown.getByLabel("Who can see me").selectOption("members")
  await shown.getByLabel("Distances in").selectOption("metric")
  await shown.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByText("Saved.")).toBeVisible()
  // The setting and the public switch are one choice, and every list follows it.
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Account" }).click()
  await expect(activities.getByText(/32 min · 6\.1 km/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Kilometers" })).toHaveAttribute("aria-pressed", "true")
  await page.getByRole("button", { name: "Miles" }).click()
  await expect(activities.getByText(/32 min · 3\.8 mi/)).toBeVisible()
  const toVisitors = await board.request.get(ownPage)
  expect(toVisitors.status()).toBe(404)
  const hidden = await toVisitors.text()
  expect([hidden.includes("Not shown"), hidden.includes(name)]).toEqual([true, false])
  await elsewhere.close()
  await page.goto(ownPage)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name)
  await expect(page.getByText("active day +25")).toBeVisible()

  // A closed tab finds its import again.
  await page.goto("/account")
  await expect(imports.getByText("1 of 1 file read, 1 activity")).toHaveCount(1)

  // The same run again, chosen instead of dropped: nothing changes.
  await expect(chooses).toBeEnabled()
  await imports
    .getByLabel("Files to import")
    .setInputFiles([{ name: "again.fit", mimeType: "application/octet-stream", buffer: run }])
  await expect(imports.getByText("1 of 1 file read, 1 activity")).toHaveCount(2)
  await expect(activities.getByText("Counted", { exact: true })).toHaveCount(1)

  await signOut(page)
  await expect(page).toHaveURL("/")
  await page.goto("/account/settings#notices")
  await expect(page).toHaveURL("/auth?next=%2Faccount%2Fsettings%23notices")
  await own.close()
})

/** Drops files on an element, as if dragged from a folder. */
async function dropFiles(over: Locator, files: readonly { name: string; buffer: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }))
  const dataTransfer = await over.page().evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, bytes } of given) transfer.items.add(new File([new Uint8Array(bytes)], name))
    return transfer
  }, sent)
  for (const event of ["dragenter", "dragover"]) await over.dispatchEvent(event, { dataTransfer })
  await expect(over.page().getByText("Drop to import")).toBeVisible()
  await over.page().getByText("Drop to import").dispatchEvent("drop", { dataTransfer })
}
