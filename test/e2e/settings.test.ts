/**
 * The settings are a page that the server renders for their member only; it works before scripts have loaded, and
 * without them.
 */
import type { Page } from "@playwright/test"
import { signIn } from "./support/account.ts"
import { comeAlive } from "./support/alive.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { slowDown } from "./support/slow.ts"
import { expect } from "./support/test.ts"
import { signOutEverywhere, withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

const path = "/account/settings"
const isShown = (page: Page) => page.getByRole("region", { name: "How I am shown" })
const name = (page: Page) => page.getByLabel("Name on the boards")
const save = (page: Page, title: string) =>
  page.getByRole("region", { name: title }).getByRole("button", { name: "Save", exact: true })

test("settings are saved without scripts, mistakes come back as they were typed, and signing out elsewhere ends it", async ({
  page,
  site,
  browser,
  baseURL,
  request,
}) => {
  const caller = callerOf(site)
  const member = await caller.join("Sam Settings", "public")
  await signIn(page, member)

  const plain = await withoutScripts(browser, page, baseURL)
  const opened = await plain.goto(path)
  expect(opened?.headers()["cache-control"]).toBe("private, no-store")
  await expect(name(plain)).toHaveValue("Sam Settings")
  await name(plain).fill("Sam Summit")
  await plain.getByLabel("Who can see me").selectOption("members")
  await plain.getByLabel("Time zone").selectOption("Europe/Oslo")
  await save(plain, "How I am shown").click()
  await expect(isShown(plain).getByText("Saved.")).toBeVisible()
  await plain.goto(path)
  await expect(name(plain)).toHaveValue("Sam Summit")
  await expect(plain.getByLabel("Time zone")).toHaveValue("Europe/Oslo")

  await name(plain).fill("www.spam.example")
  await plain.getByLabel("Distances in").selectOption("imperial")
  await save(plain, "How I am shown").click()
  await expect(plain.getByRole("alert")).toHaveText("Name on the boards must not be a web address")
  await expect(name(plain)).toHaveValue("www.spam.example")
  await expect(plain.getByLabel("Distances in")).toHaveValue("imperial")

  // A form whose answer is an address that programs read.
  const calendar = plain.getByRole("region", { name: "My calendar" })
  await calendar.getByRole("button", { name: "Make an address" }).click()
  const address = await calendar.getByText(/\/calendar\/members\/[0-9a-f]{40}\.ics$/).innerText()
  const answer = await request.get(address)
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"])
  expect(await answer.text()).toContain("BEGIN:VEVENT")
  await calendar.getByRole("button", { name: "End it" }).click()
  await expect(calendar.getByRole("button", { name: "Make an address" })).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)

  // No one else gets the page, even right after its member; and the gateway's services do not accept the cookie.
  const [cookie] = (await plain.context().cookies()).filter((one) => one.name === "b4m_account")
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" })
  const asNobody = await (await request.get(path)).text()
  for (const word of ["Summit", member.email]) expect(asNobody).not.toContain(word)
  const carried = { cookie: `b4m_account=${cookie?.value}`, accept: "text/html" }
  for (const kept of ["/", "/leaderboard", "/account/security", "/about"]) {
    const [theirs, anyones] = await Promise.all([
      request.get(kept, { headers: carried }),
      request.get(kept, { headers: { accept: "text/html" } }),
    ])
    expect(theirs.headers().etag).toBe(anyones.headers().etag)
    expect(theirs.headers().etag).toBeTruthy()
  }
  for (const service of ["/rest/v1/athletes", "/auth/v1/user", "/functions/v1/list-sessions"])
    expect((await request.post(service, { headers: carried, data: {} })).status()).toBe(401)
  const forged = (headers: Record<string, string>) =>
    request.post(path, {
      headers: { ...carried, ...headers },
      form: { form: "notices" },
    })
  expect((await forged({})).status()).toBe(403)
  expect((await forged({ origin: "https://evil.example" })).status()).toBe(403)

  // Signed out on another device while this one types.
  await name(plain).fill("Sam Typed Much")
  await plain.getByLabel("Who can see me").selectOption("hidden")
  await signOutEverywhere(page)
  await save(plain, "How I am shown").click()
  await expect(plain.getByRole("alert")).toContainText("You were signed out, so nothing was saved.")
  await expect(name(plain)).toHaveValue("Sam Typed Much")
  await expect(plain.getByLabel("Who can see me")).toHaveValue("hidden")
  expect(await (await plain.request.get(path)).text()).not.toContain("Summit")
  await plain.context().close()
})

test("the form is there and can be sent before the scripts have come; with them saving keeps the page", async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/422/)
  const member = await callerOf(site).join("Eve Early", "public")
  await signIn(page, member)
  const { devtools, releaseScripts } = await slowDown(page)
  await page.goto(path, { waitUntil: "commit" })
  await name(page).fill("Eve Earlier")
  await save(page, "How I am shown").click()
  await expect(isShown(page).getByText("Saved.")).toBeVisible()
  releaseScripts()
  await devtools.detach()
  await page.waitForLoadState()
  await comeAlive(page)
  let loads = 0
  page.on("load", () => loads++)
  await page.getByLabel("Distances in").selectOption("metric")
  await save(page, "How I am shown").click()
  await expect(isShown(page).getByText("Saved.")).toBeVisible()
  // The switch below every page follows.
  await expect(page.getByRole("button", { name: "Kilometers" })).toHaveAttribute("aria-pressed", "true")
  await name(page).fill("www.spam.example")
  await save(page, "How I am shown").click()
  await expect(page.getByRole("alert")).toHaveText("Name on the boards must not be a web address")
  await expect(name(page)).toHaveValue("www.spam.example")
  expect(loads).toBe(0)
})

test("a browser that lost the cookie opens another session by itself; without a session of its own it signs in first", async ({
  page,
  site,
}) => {
  const member = await callerOf(site).join("Cora Cookie", "public")
  await signIn(page, member)
  await page.context().clearCookies()
  await page.goto(path)
  await expect(name(page)).toHaveValue("Cora Cookie")
  // Once the browser has lost its session, the cookie does not show the page to the next person.
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`)
  await expect
    .poll(async () => (await page.context().cookies()).some((one) => one.name === "b4m_account"))
    .toBe(false)
})
