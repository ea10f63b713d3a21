/**
 * A month of teams: an operator with a phone opens it and looks after it, members train, and one of the first team claims its
 * prize. Nothing is done in a shell; the clock of the server is set, and its jobs run as they would by then.
 */
import type { Browser, Page } from "@playwright/test"
import { firstSeries } from "#content/competitions.ts"
import { competitionDay, seasonOf } from "#domain/competition/calendar/period.ts"
import { addDays } from "#primitives/zones.ts"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { handOn } from "./support/hand.ts"
import { test } from "./support/own-clock.ts"
import { callerOf } from "./support/own-members.ts"
import { sampleRun } from "./support/sample-run.ts"
import { addStaff, enterConsole, renewStaff } from "./support/staff.ts"
import { expect } from "./support/test.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const rules = firstSeries.find(({ slug }) => slug === "monthly") as (typeof firstSeries)[0]

test.use({ settings: async ({ clock }, use) => use({ ...clock.env, PAYMENTS_SANDBOX: "on" }) })

test("An operator opens a month with drawn teams and a side race from a phone, and a member of the first team claims its prize", async ({
  browser,
  baseURL,
  clock,
  catchUp,
  site,
}) => {
  test.setTimeout(400_000)
  const before = seasonOf(rules, competitionDay(new Date(clock.now())))
  const month = seasonOf(rules, addDays(before.to, 1))
  const at = (from: Date, ms: number) => clock.set(new Date(from.getTime() + ms))
  const own = { ...site, now: () => clock.now() }
  const { join, send, renew } = callerOf(own)

  /** A run of forty minutes, some days ago at an hour of its own, in a file of its own. */
  const run = (nr: number, daysAgo: number) => {
    const startedAt = new Date(clock.now() - daysAgo * dayMs - (2 + nr) * hourMs)
    return Buffer.from(sampleRun(5 + nr + 9 * daysAgo, startedAt, 2.5 + nr / 20))
  }
  const read = async (path: string) => (await fetch(`${site.url}/boards/${path}`)).json()

  // The month before: eight members earn the points by which they will be drawn.
  await at(before.closesAt, 20 * hourMs - 3 * dayMs)
  const members: Awaited<ReturnType<typeof join>>[] = []
  const names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo"].map((name) => `${name} Teammate`)
  for (const [nr, name] of names.entries()) {
    const member = await join(name, "public")
    await send(member, "run.gpx", run(nr, 0))
    members.push(member)
  }
  const counted = async () =>
    ((await read("this-month.json?limit=100")).rows as { name: string }[]).flatMap(({ name }) =>
      names.includes(name) ? [name] : [],
    )
  await expect.poll(async () => (await counted()).sort()).toEqual(names)

  const page = await (await browser.newContext({ ...phone, ...(baseURL ? { baseURL } : {}) })).newPage()
  const hand = handOn(page, "finger")
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name })
  const link = (name: string | RegExp) => page.getByRole("main").getByRole("link", { name })
  let staff = await addStaff(own, "owner")
  const openDesk = async (path: string) => {
    await enterConsole(page, staff, site.url, path)
    await expect(page.getByRole("main")).toBeVisible()
  }

  await openDesk("/seasons")
  await hand.tap(link(new RegExp(month.slug)))
  await hand.tap(link("Side races"))
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
  await hand.write(field(/^Number of these prizes/), "3")
  await hand.tap(button("Add the race"))
  await expect(page.getByText(/at most one for every two members/)).toBeVisible()
  await hand.write(field(/^Number of these prizes/), "2")
  await hand.tap(button("Add the race"))
  await expect(page.getByText("The race was added.")).toBeVisible()
  await hand.write(field(/^Address/), "far")
  await hand.write(field(/^Title/), "The long way")
  await hand.write(field(/^What it is about/), "Meters, whatever the pace.")
  await field(/^What counts/).selectOption("distance")
  await hand.tap(button("Add the race"))
  await expect(page.getByRole("heading", { name: "The long way" })).toBeVisible()

  const visitor = await visit(browser, baseURL, clock.now())
  const teamRace = `/leaderboard/races/${month.slug}/teams`
  await visitor.goto(teamRace)
  await expect(visitor.getByText(/There are 2 at most/).first()).toBeVisible()
  await expectUsable(visitor)

  // The first of the month: the teams are drawn.
  await at(month.opensAt, hourMs)
  await catchUp("late")
  staff = await renewStaff(own, staff)
  await openDesk(`/seasons/${month.slug}/races/teams/teams`)
  await expect(page.getByText("4 members")).toHaveCount(2)

  // Five days later everybody has trained on four days; one member is moved.
  await at(month.opensAt, 5 * dayMs + 20 * hourMs)
  await catchUp("late")
  const far = async () => (await read(`races/${month.slug}/far.json`)).rows as { days: number }[]
  for (const [nr, member] of members.entries()) members[nr] = await renew(member)
  for (let day = 1; day <= 4; day++)
    for (const [nr, member] of members.entries()) await send(member, `${day}.gpx`, run(nr, day))
  await expect.poll(async () => (await far()).map(({ days }) => days)).toEqual(Array(8).fill(4))
  staff = await renewStaff(own, staff)
  await openDesk(`/seasons/${month.slug}/races/teams/teams`)
  const [leading, trailing] = (await read(`races/${month.slug}/teams.json`)).rows as { number: number }[]
  const roster = await read(`races/${month.slug}/teams/teams/${leading?.number}.json`)
  const leaders: string[] = roster.members.map(({ name }: { name: string }) => name)
  // The best of all wins the month itself, so another one is moved.
  const placed = await counted()
  const [best = ""] = placed
  const moved = leaders.find((name) => name !== best) ?? ""
  await page.getByLabel(/^Athlete/).selectOption({ label: moved })
  await page.getByLabel(/^To/).selectOption(String(trailing?.number))
  await hand.write(page.getByLabel(/^Why/), "Asked to train with a friend.")
  await hand.tap(button("Move"))
  await expect(page.getByText(/^Moved\. It takes effect tomorrow/)).toBeVisible()
  await expect(page.getByText(/moved here/)).toBeVisible()

  // The month is over, and the operator checks the prospective winners.
  await at(month.closesAt, 13 * hourMs)
  await catchUp("freeze")
  staff = await renewStaff(own, staff)
  await openDesk("/seasons/check")
  const right = page.getByRole("main").getByRole("button", { name: /^This day is right/ })
  // A day of two seasons is looked at once.
  for (let left = await right.count(); left > 0; left = await right.count()) {
    await hand.tap(right.first())
    await expect.poll(() => right.count()).toBeLessThan(left)
  }
  await expect(page.getByText("Team month").first()).toBeVisible()
  await expectUsable(page)
  await at(month.closesAt, (13 + 73) * hourMs)
  await catchUp("freeze")

  // Who shares it: the two best members of the first team, but the champion and the one who was moved.
  await visitor.clock.setSystemTime(clock.now())
  await visitor.goto(teamRace)
  const winners = placed
    .filter((name) => leaders.includes(name) && name !== best && name !== moved)
    .slice(0, 2)
  await expect(visitor.getByText(`${winners.length} winners:`)).toBeVisible()
  for (const name of winners) await expect(visitor.getByRole("link", { name })).toBeVisible()
  await expectUsable(visitor)

  const [lucky = ""] = winners
  const person = members[names.indexOf(lucky)] as (typeof members)[0]
  const winner = await visit(browser, baseURL, clock.now())
  await signIn(winner, person)
  await winner.setViewportSize(phone.viewport)
  await winner.goto("/account/prizes")
  const prize = winner.getByRole("region", { name: "You won a prize" })
  await expect(prize.getByRole("heading", { name: "A shirt for the team" })).toBeVisible()
  await expect(prize.getByText(/^Team month, Monthly race/)).toBeVisible()
  await winner.getByLabel("Full name").fill(lucky)
  await winner.getByLabel("Street address").fill("1 Way")
  await winner.getByLabel("City").fill("Costa Mesa")
  await winner.getByLabel("Postal code").fill("92626")
  await winner.getByLabel("Country").selectOption("US")
  await winner.getByRole("checkbox", { name: /^I agree that/ }).check()
  await winner.getByRole("button", { name: "Send it here and pay for shipping" }).click()
  await expect(winner).toHaveURL(/\/payments-sandbox\/pay\//)
  await winner.goto("/account/prizes")
  await expect(winner.getByText(`${lucky}, 1 Way, Costa Mesa`)).toBeVisible()
  await expectUsable(winner)

  staff = await renewStaff(own, staff)
  await openDesk("/seasons/prizes")
  await expect(page.getByText("A shirt for the team").first()).toBeVisible()
  for (const one of [page, visitor, winner]) await one.context().close()
})

/** A browser with the server's clock. */
async function visit(browser: Browser, baseURL: string | undefined, now: number): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  await context.clock.install({ time: now })
  return context.newPage()
}
