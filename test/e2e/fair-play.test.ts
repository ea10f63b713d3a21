/** What members and operators do about a verdict: an objection with its reply, and a prize that waits for a doubtful day. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { sampleRun } from "./support/sample-run.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { expect } from "./support/test.ts"

const besideOthers = test.extend({ shared: true })

besideOthers(
  "a member objects to a review, an operator replies in their favor, and the activity counts",
  async ({ page, browser, baseURL, site, mail }) => {
    const { join, send } = callerOf(site)
    const member = await join("Olga Objects", "public")
    await send(member, "fast.gpx", Buffer.from(sampleRun(1, new Date(Date.now() - 45 * 60_000))))
    await signIn(page, member)
    await page.setViewportSize({ width: 390, height: 844 })
    const activities = page.getByRole("region", { name: "My activities" })
    // The recording is read by a job, and the open page shows it.
    await page.goto("/account")
    await expect(activities.getByText("In review", { exact: true })).toBeVisible()
    await activities.getByRole("link", { name: "This is wrong" }).click()
    const activity = page.getByRole("main")
    await expect(activity.getByRole("img", { name: /recorded route/ })).toBeVisible()
    await expectUsable(page)
    await activity.getByLabel("What should we know?").fill("It was downhill, with a strong wind.")
    await activity.getByRole("button", { name: "Send", exact: true }).click()
    await expect(activity.getByText("It was downhill, with a strong wind.")).toBeVisible()
    await expect(activity.getByText(/^Someone will read it and reply here and by email\./)).toBeVisible()
    await expect(activity.getByLabel("What should we know?")).toBeHidden()

    const staff = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
    await enterConsole(staff, await addStaff(site, "helper"), site.url, "/review?view=appeals")
    await staff.getByRole("main").getByRole("link", { name: "Olga Objects" }).click()
    const objection = staff.getByRole("region", { name: "The athlete objects" })
    await expect(objection.getByText("It was downhill, with a strong wind.")).toBeVisible()
    await objection.getByLabel(/^Your reply/).fill("We looked at the wind, and you are right.")
    await objection.getByRole("button", { name: "Count it in full" }).click()
    await expect(staff.getByRole("status")).toHaveText("Replied. The athlete gets an email.")
    await staff.context().close()

    expect((await mail({ to: member.email, subject: /./ })).text).toContain("We looked at the wind")
    await page.goto("/account")
    await expect(activities.getByText("We looked at the wind, and you are right.")).toBeVisible()
    await expect(activities.getByText("Counted", { exact: true })).toBeVisible()
  },
)

test("a place that stayed open is awarded by one press on its doubtful day, by an owner whose household it does not concern", async ({
  page,
  browser,
  baseURL,
  site,
  mail,
}) => {
  const env = { ...ownEnvironment(), DATA_DIR: site.data, NODE_ENV: "production" }
  const seeds = ["test/e2e/support/seed-console.ts", "fortnight", "unchecked"]
  await promisify(execFile)(process.execPath, seeds, { cwd: root, env })
  const owner = await addStaff(site, "owner")
  const main = page.getByRole("main")
  const winners = main.getByRole("heading", { level: 3 })
  const right = main.getByRole("button", { name: /^This day is right/ })
  await enterConsole(page, owner, site.url, "/seasons/check")
  await expect(main.getByText("These stay open until their days have been checked.")).toBeVisible()
  await expect(winners).toHaveText([/Dora Sample/, /Emil Sample/, /Fay Sample/])
  await expect(right).toHaveCount(3)

  await page.goto("/operator/people?q=winner-2%40example.com")
  await main.locator("tbody a").first().click()
  await main
    .getByRole("combobox", { name: "Can win" })
    .selectOption({ label: `No: lives with ${owner.email}` })
  await main.getByRole("button", { name: "Save who can win" }).click()
  await expect(page.getByRole("status")).toHaveText("Saved. It applies from the next award on.")

  // Fay can no longer win, and the owner decides nothing that could change her place.
  await page.goto("/operator/seasons/check")
  await expect(winners).toHaveText([/Dora Sample/, /Emil Sample/])
  await expect(main.getByText(/there is no other owner who could/)).toHaveCount(2)
  await expect(right).toHaveCount(0)

  const other = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await enterConsole(other, await addStaff(site, "owner"), site.url, "/seasons/check")
  await other.getByRole("button", { name: /^This day is right.* of Dora Sample$/ }).click()
  await expect(other.getByRole("heading", { level: 3 })).toHaveText([/Emil Sample/])
  expect((await mail({ to: "winner-0@example.com", subject: /^You won 1st place/ })).text).toBeTruthy()
  await page.goto("/operator/seasons/check")
  await expect(main.getByText(/^Someone else has to decide this/)).toHaveCount(1)
  const season = (await main.getByRole("heading", { level: 2 }).first().textContent()) ?? ""
  await page.goto(`/leaderboard/seasons/${season}`)
  await expect(main.getByText("Still being checked: 2nd place.")).toBeVisible()
  await expect(main.getByText("Dora Sample").first()).toBeVisible()
  await other.context().close()
})
