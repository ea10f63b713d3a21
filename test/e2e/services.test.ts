/**
 * What a member does with a service, against its stand-in: connect, train, edit, delete, disconnect. One service stands for
 * all: what differs between them, and connecting again, has tests beside their adapters, in server/http/endpoints and in
 * domain/competition/intake/connections.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { createStandIns } from "#adapters/sources/stand-in/all.ts"
import type { StandIn } from "#adapters/sources/stand-in/stand-in.ts"
import { type ServiceName, services } from "#content/services.ts"
import { linkIn, somebody } from "./support/account.ts"
import { joiningZone } from "./support/own-members.ts"
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

test("from the home page to a first workout that a service sent takes six presses, not counting typing; the open board follows its edits", async ({
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
  const way = page.getByRole("region", { name: services.concept2.title, exact: true })
  await press(way.getByRole("button", { name: "Agree and connect Concept2 Logbook" }).click())
  await press(page.getByRole("link", { name: "Authorize as Sandbox Ana" }).click())
  await expect(way.getByText("Concept2 Logbook is connected.")).toBeVisible()
  const at = standIn("concept2")
  const [ana = ""] = at.athletes.keys()
  await expect(page.locator("[aria-current=step]")).toContainText("Add today’s workout")
  const id = await at.record(ana, { sport: "row", seconds: 1800, meters: 6500 })
  // The page that waits for it continues to the row on its own.
  await expect(page).toHaveURL(/\/leaderboard#my-place$/)
  await expect(page.locator("#board ol > li[data-mine]").first()).toContainText("Sam Service")
  expect(presses).toBe(6)

  // The board that is open shows each change without a reload.
  const row = page.locator("#board ol > li[data-mine]")
  const points = async () => Number(await row.first().getAttribute("data-points"))
  const whole = await points()
  await at.record(ana, { seconds: 900, meters: 3000 }, { id })
  await expect.poll(points).toBeLessThan(whole)
  await at.remove(id)
  await expect(row).toHaveCount(0)

  await page.goto("/account")
  await way.getByRole("button", { name: /^Disconnect/ }).click()
  await expect(way.getByRole("button", { name: "Agree and connect Concept2 Logbook" })).toBeVisible()
  await own.close()
})
