/**
 * A month of teams: an operator with a phone opens it, its teams are drawn, their members train, and visitors follow them. Who
 * wins and what they get is tested in domain/competition/seasons, each form of the desk in app/operator/actions.test.ts.
 */
import { firstSeries } from "#content/competitions.ts"
import { competitionDay, seasonOf } from "#domain/competition/calendar/period.ts"
import { addDays } from "#primitives/zones.ts"
import { expectUsable } from "./support/axe.ts"
import { handOn } from "./support/hand.ts"
import { test } from "./support/own-clock.ts"
import { addStaff, enterConsole, renewStaff } from "./support/staff.ts"
import { expect } from "./support/test.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const rules = firstSeries.find(({ slug }) => slug === "monthly") as (typeof firstSeries)[0]

test("An operator opens a month with drawn teams from a phone, and visitors see the teams and their members", async ({
  browser,
  baseURL,
  clock,
  catchUp,
  site,
}) => {
  const before = seasonOf(rules, competitionDay(new Date(clock.now())))
  const month = seasonOf(rules, addDays(before.to, 1))
  const at = (from: Date, ms: number) => clock.set(new Date(from.getTime() + ms))
  const own = { ...site, now: () => clock.now() }

  // The month before: eight members earn the points by which they will be drawn.
  await at(before.closesAt, 20 * hourMs - 3 * dayMs)
  await catchUp("train")

  const page = await (await browser.newContext({ ...phone, ...(baseURL ? { baseURL } : {}) })).newPage()
  const hand = handOn(page, "finger")
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name })
  const staff = await addStaff(own, "owner")
  await enterConsole(page, staff, site.url, `/seasons/${month.slug}`)
  await hand.tap(page.getByRole("main").getByRole("link", { name: "Side races" }))
  const form = page.getByRole("region", { name: "Add a side race" })
  const field = (label: RegExp) => form.getByLabel(label)
  await hand.write(field(/^Address/), "teams")
  await hand.write(field(/^Title/), "Team month")
  await hand.write(field(/^What it is about/), "Two teams, drawn without chance.")
  await field(/^Who enters/).selectOption("teams")
  await hand.write(field(/^Members of a drawn team/), "4")
  await hand.write(field(/^Prize for each/), "A shirt for the team")
  await hand.tap(button("Add the race"))
  // How many there are is part of the promise.
  await expect(page.getByText(/say what each member gets and how many there are/)).toBeVisible()
  await hand.write(field(/^Number of these prizes/), "2")
  await hand.tap(button("Add the race"))
  await expect(page.getByText("The race was added.")).toBeVisible()

  // The first of the month: the teams are drawn, and train.
  await at(month.opensAt, 20 * hourMs)
  await catchUp("train")
  await enterConsole(page, await renewStaff(own, staff), site.url, `/seasons/${month.slug}/races/teams/teams`)
  await expect(page.getByText("4 members")).toHaveCount(2)
  await expectUsable(page)

  const visitor = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await visitor.clock.install({ time: clock.now() })
  await visitor.goto(`/leaderboard/races/${month.slug}/teams`)
  await expect(visitor.getByText(/There are 2 at most/).first()).toBeVisible()
  await expectUsable(visitor)
  const table = visitor.getByRole("main").getByRole("listitem").filter({ hasText: "4 members" })
  await expect(table.filter({ hasText: "2 active days" })).toHaveCount(2)
  await table.first().getByRole("link").click()
  await expect(visitor.getByRole("link", { name: /^Teammate \d$/ })).toHaveCount(4)
  for (const one of [page, visitor]) await one.context().close()
})
