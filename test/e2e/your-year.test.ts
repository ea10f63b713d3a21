/**
 * A member's own year: streak, calendar, milestones, and what makes a week count. What each form refuses is tested beside it, in
 * app/pages/account/year.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("a member sees weeks, days and milestones in one answer, chooses what a week needs, and declares a break", async ({
  page,
  site,
}) => {
  const { join, upload } = callerOf(site)
  const maya = await join("Maya Own", "public")
  await signIn(page, maya)
  await page.setViewportSize({ width: 390, height: 844 })
  const empty = await (await page.request.get("/account/year")).text()
  expect(empty).toContain("3 active days in a week start a streak")
  expect(empty).not.toContain("<table")

  await upload(maya, 60)
  await promisify(execFile)(
    process.execPath,
    // Sixty weeks reach into another year, whatever day it is.
    ["test/e2e/support/seed-year.ts", maya.slug, `3 ${"0 ".repeat(50)}3 4 3 3 5 3 0 break 4`],
    { cwd: root, env: { ...ownEnvironment(), DATA_DIR: site.data } },
  )
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.goto("/account/year")
  const streak = page.getByRole("region", { name: "Streak" })
  await expect(streak.getByText("A streak of 7 weeks")).toBeVisible()
  await expect(streak.getByText("3 active days make this week count.")).toBeVisible()
  await expect(streak.getByText("5 more weeks save a rest week.")).toBeVisible()
  expect(asked.filter((url) => /\/functions\/|\/rest\/|year\.data/.test(url))).toEqual([])
  // Nobody else gets any of it.
  expect(await (await fetch(`${site.url}/account/year`)).text()).not.toContain("A streak of")
  const calendar = page.getByRole("region", { name: /^Calendar of/ })
  const marks = calendar.getByRole("rowheader")
  const seen = await marks.allTextContents()
  const others = await calendar.getByRole("link", { name: /^Show \d{4}$/ }).allInnerTexts()
  expect(others.length).toBeGreaterThan(0)
  for (const other of others) {
    await calendar.getByRole("link", { name: other }).click()
    const heading = calendar.getByRole("heading", { name: other.replace("Show", "Calendar of") })
    await expect(heading).toBeVisible()
    seen.push(...(await marks.allTextContents()))
  }
  // The same address without a script.
  const sent = await page.request.get(page.url())
  expect(sent.headers()["cache-control"]).toBe("private, no-store")
  expect(await sent.text()).toContain(others.at(-1)?.replace("Show", "Calendar of"))
  const times = (what: RegExp) => seen.filter((mark) => what.test(mark)).length
  expect(times(/, week \d of a streak/)).toBe(8)
  expect(times(/, a rest week/)).toBe(1)
  expect(times(/, a break/)).toBe(1)
  expect(times(/, 0 of 3 active days so far/)).toBe(1)
  await page.goto("/account/year")
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

  // Changed on another page meanwhile, and seen on coming back to this one.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto("/account/year")
  await elsewhere.getByRole("button", { name: "Declare This Week" }).click()
  await expect(elsewhere.getByRole("button", { name: /^Withdraw the break of/ })).toBeVisible()
  await elsewhere.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await expect(breaks.getByRole("listitem")).toHaveCount(1)
})
