/** A member's own year: reached from home and account, streak, calendar, milestones, and what makes a week count. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect } from "./support/test.ts"

test("a member sees weeks, days and milestones in one fetch, chooses what a week needs, and declares a break", async ({
  page,
  site,
}) => {
  const { join, upload } = callerOf(site)
  const maya = await join("Maya Own", "public")
  await signIn(page, maya)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/account/year")
  await expect(page.getByText("3 active days in a week begin a streak", { exact: true })).toBeVisible()
  await expect(page.getByRole("table")).toHaveCount(0)
  await expect(page.getByRole("main").getByRole("link", { name: "Add a Workout" })).toBeVisible()

  await upload(maya, 60)
  await promisify(execFile)(
    process.execPath,
    ["test/e2e/support/seed-year.ts", maya.slug, "3 4 3 3 5 3 0 break 4"],
    { cwd: root, env: { ...ownEnvironment(), DATA_DIR: site.data } },
  )
  await page.goto("/")
  await page.getByRole("region", { name: "My race" }).getByRole("link", { name: "Your Year" }).click()
  await expect(page).toHaveURL("/account/year")
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.reload()
  const streak = page.getByRole("region", { name: "Streak" })
  await expect(streak.getByText("A streak of 7 weeks")).toBeVisible()
  await expect(streak.getByText("3 active days make this week count.")).toBeVisible()
  await expect(streak.getByText("5 more weeks save a rest week.")).toBeVisible()
  expect(asked.filter((url) => url.includes("/functions/") || url.includes("/rest/"))).toEqual([
    `${site.url}/functions/v1/my-year`,
  ])
  // The page itself is the same for everybody.
  expect(await (await fetch(`${site.url}/account/year`)).text()).not.toContain("Maya")
  const calendar = page.getByRole("region", { name: /^Calendar of/ })
  // Nine weeks before today can lie in two years.
  const marks = calendar.getByRole("rowheader")
  const seen = await marks.allTextContents()
  const other = calendar.getByRole("button", { name: /^Show \d{4}$/ })
  const turn = async () => {
    const year = (await other.innerText()).replace("Show ", "")
    await other.click()
    await expect(calendar.getByRole("heading", { name: `Calendar of ${year}` })).toBeVisible()
  }
  if ((await other.count()) > 0) {
    await turn()
    seen.push(...(await marks.allTextContents()))
    await turn()
  }
  const times = (what: RegExp) => seen.filter((mark) => what.test(mark)).length
  expect(times(/, week \d of a streak/)).toBe(7)
  expect(times(/, a rest week/)).toBe(1)
  expect(times(/, a break/)).toBe(1)
  expect(times(/, 0 of 3 active days so far/)).toBe(1)
  await expect(calendar.getByRole("cell", { name: /: \d+ points, Run$/ }).first()).toBeVisible()
  await calendar.locator("summary").first().click()
  await expect(calendar.getByRole("listitem").filter({ hasText: "Run" }).first()).toBeVisible()
  const milestones = page.getByRole("region", { name: "Milestones" })
  await expect(milestones.getByRole("listitem").filter({ hasText: "10 active days" })).toContainText(
    /\d points: \w/,
  )
  await expectUsable(page)

  await page.getByRole("combobox", { name: "Active days a week" }).selectOption("4")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("Saved, from next Monday on.")).toBeVisible()
  await expect(streak.getByText("3 active days make this week count.")).toBeVisible()
  const breaks = page.getByRole("region", { name: "Breaks" })
  await breaks.getByRole("button", { name: "Declare This Week" }).click()
  await expect(breaks.getByRole("listitem")).toHaveCount(1)
  await breaks.getByRole("button", { name: /^Withdraw the break of/ }).click()
  await expect(breaks.getByRole("listitem")).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("combobox", { name: "Active days a week" })).toHaveValue("4")

  await page.goto("/account")
  await page.getByRole("region", { name: "My points" }).getByRole("link", { name: "See Your Year" }).click()
  await expect(page).toHaveURL("/account/year")
})
