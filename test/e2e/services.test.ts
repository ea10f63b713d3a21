/**
 * What a member does with a service, against its stand-in: connect, train, edit, disconnect, connect again, delete. The
 * board stays open in another tab. One service stands for all: what differs between them has tests beside their adapters,
 * in server/http/endpoints and in domain/competition/intake/connections.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { Page } from "@playwright/test"
import { createStandIns } from "#adapters/sources/stand-in/all.ts"
import type { StandIn } from "#adapters/sources/stand-in/stand-in.ts"
import { type ServiceName, services } from "#content/services.ts"
import { linkIn, signIn, somebody } from "./support/account.ts"
import { callerOf, joiningZone } from "./support/own-members.ts"
import { test as own } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

let url = ""
const { app, standIns } = createStandIns({ url: () => url })
const server: Server = createServer(getRequestListener((request) => app.fetch(request)))
const standIn = (name: ServiceName) => standIns.find((one) => one.name === name) as StandIn

const test = own.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  settings: async ({}, use) => use({ SOURCES_SANDBOX: url, NODE_ENV: "" }),
})
test.use({ shared: true })
// One after the other in one process, hence with one server.
test.describe.configure({ mode: "default" })
test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The member's points on the board that is open, without a reload. */
async function pointsOn(board: Page): Promise<number> {
  const row = board.locator("#board ol > li[data-mine]")
  return row.evaluateAll(([own]) => Number(own?.getAttribute("data-points")))
}

const wayOf = (page: Page, name: ServiceName) =>
  page.getByRole("region", { name: services[name].title, exact: true })

async function connect(page: Page, name: ServiceName): Promise<void> {
  const { title, consent } = services[name]
  const way = wayOf(page, name)
  await way.locator("summary").click()
  await way.getByRole("button", { name: `${consent ? "Agree and connect" : "Connect"} ${title}` }).click()
  await page.getByRole("link", { name: "Authorize as Sandbox Ana" }).click()
  await expect(way.getByText(`${title} is connected.`)).toBeVisible()
}

async function disconnect(page: Page, name: ServiceName): Promise<void> {
  const way = wayOf(page, name)
  await way.getByRole("button", { name: /^Disconnect/ }).click()
  await expect(way.locator("summary")).toBeVisible()
}

test("training from a service appears, changes and disappears on the open board", async ({
  page,
  context,
  site,
  problems,
}) => {
  // The stand-ins have no icon for their pages.
  problems.expect("favicon.ico")
  const caller = callerOf(site)
  const member = await caller.join("Ana Everywhere", "public")
  // With the very first points, the account page automatically continues to the board.
  await caller.upload(member, 30)
  await signIn(page, member)
  const board = await context.newPage()
  await board.goto("/leaderboard")
  await expect(board.locator("#board [data-live=live]")).toBeVisible()
  const points = () => expect.poll(() => pointsOn(board), { intervals: [50] })
  await points().toBeGreaterThan(0)
  const before = await pointsOn(board)
  await page.goto("/account")
  // A page in the background renders one frame a second, and every press waits for two frames.
  await page.bringToFront()
  const at = standIn("strava")
  const [ana = ""] = at.athletes.keys()
  await connect(page, "strava")
  const startedAt = new Date(Date.now() - 3 * 3_600_000)
  await at.record(ana, { sport: "run", startedAt, seconds: 1200, meters: 3500 })
  await points().toBeGreaterThan(before)
  const other = await pointsOn(board)
  const id = await at.record(ana, { sport: "run", seconds: 3600, meters: 10_000 })
  await points().toBeGreaterThan(other)
  const whole = await pointsOn(board)
  await at.record(ana, { seconds: 1800, meters: 5000 }, { id })
  await points().toBeLessThan(whole)
  const half = await pointsOn(board)
  expect(half).toBeGreaterThan(other)
  await disconnect(page, "strava")
  await points().toBe(before)
  await connect(page, "strava")
  await points().toBe(half)
  await at.remove(id)
  await points().toBe(other)
})

test("from the home page to a first workout that a service sent takes six presses, not counting typing", async ({
  browser,
  baseURL,
  mail,
}) => {
  const person = somebody("service")
  const own = await browser.newContext({ ...(baseURL ? { baseURL } : {}), timezoneId: joiningZone() })
  const page = await own.newPage()
  let presses = 0
  const press = async (doing: Promise<unknown>) => {
    await doing
    presses++
  }
  await page.goto("/")
  await press(page.getByRole("link", { name: "Join the Competition" }).first().click())
  await expect(page.getByRole("heading", { level: 1, name: "The two-week race" })).toBeVisible()
  await press(page.getByRole("link", { name: "Join the Competition" }).first().click())
  await page.getByLabel("Full name").fill("Sam Service")
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await press(page.getByRole("button", { name: "Agree and Join" }).click())
  await expect(page.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  await press(page.goto(linkIn(await mail({ to: person.email, subject: /Confirm/ }))))
  const way = wayOf(page, "concept2")
  await press(way.getByRole("button", { name: "Agree and connect Concept2 Logbook" }).click())
  await press(page.getByRole("link", { name: "Authorize as Sandbox Ana" }).click())
  await expect(way.getByText("Concept2 Logbook is connected.")).toBeVisible()
  const at = standIn("concept2")
  const [ana = ""] = at.athletes.keys()
  await expect(page.locator("[aria-current=step]")).toContainText("Add today’s workout")
  await at.record(ana, { sport: "row", seconds: 1800, meters: 6500 })
  // The page that waits for it continues to the row on its own.
  await expect(page).toHaveURL(/\/leaderboard#my-place$/)
  await expect(page.locator("#board ol > li[data-mine]").first()).toContainText("Sam Service")
  expect(presses).toBe(6)
  await own.close()
})
