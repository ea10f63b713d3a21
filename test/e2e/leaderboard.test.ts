/**
 * The boards for every kind of viewer: without JavaScript, with it, with the keyboard and a screen reader, and from
 * another site.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expectUsable } from "./support/axe.ts"
import { readDocument } from "./support/document.ts"
import { expect, test } from "./support/test.ts"

test("the boards can be read and searched without JavaScript, page by page", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
  const page = await context.newPage()
  await page.goto("/leaderboard")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The two-week race")
  await expect(page.locator("#board ol > li").first()).toContainText("points")
  await page.getByText("Competition rules").click()
  await expect(page.getByText("Winners cannot win in back-to-back months.")).toBeVisible()
  const rows = page.locator("#board ol > li")
  const name = await rows.locator("a:visible").nth(1).innerText()
  await page.getByLabel("Find an athlete").fill(name)
  await page.getByRole("search").getByRole("button", { name: "Search" }).click()
  await expect(page).toHaveURL(/\/leaderboard\?name=.+#board$/)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(name)
  await page.goto("/leaderboard?name=nobody+goes+by+this")
  await page.getByRole("link", { name: "Show the whole board" }).click()
  await expect(page).toHaveURL(/\/leaderboard#board$/)
  const address = await page.locator("#board ol > li a").first().getAttribute("href")
  await page.goto(address ?? "")
  await expect(page.getByText(/^[\d.]+ mi$/).first()).toBeVisible()
  await expect(page.getByText(/^[\d.]+ km$/).first()).toBeHidden()
  await context.close()
})

test("distances are in the units of the browser's region before a script of the page has run", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: "de-DE", baseURL: baseURL as string })
  const page = await context.newPage()
  // Only the scripts inside the page run.
  await page.route("**/*.js", (route) => route.abort())
  await page.goto("/leaderboard")
  await page.goto((await page.locator("#board ol > li a").first().getAttribute("href")) ?? "")
  await expect(page.getByText(/^[\d.]+ km$/).first()).toBeVisible()
  await expect(page.getByText(/^[\d.]+ mi$/).first()).toBeHidden()
  await context.close()
})

test("a board finds an athlete by name, expands to reasons that add up, and says when it is offline", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|network/i)
  await page.goto("/leaderboard")
  await expect(page.locator("#board [data-live=live]")).toBeVisible()
  const rows = page.locator("#board ol > li")
  const found = await page.locator("#board ol > li a:visible").nth(1).innerText()
  const search = page.getByLabel("Find an athlete")
  await search.fill(found.slice(0, 4).toLowerCase())
  await expect(rows.filter({ hasText: found })).toBeVisible()
  await search.fill("nobody goes by this")
  await expect(page.getByText("Nobody on this board has that name")).toBeVisible()
  await page.getByRole("link", { name: "Show the whole board" }).click()
  await expect(rows.first()).toBeVisible()

  await context.setOffline(true)
  await expect(page.locator("#board [data-live=offline]")).toHaveText("Offline")
  await expect(page.locator("#board").getByText(/^last seen /)).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator("#board [data-live=live]")).toBeVisible()

  const open = page.locator("#board ol > li", { has: page.locator("summary") })
  const address = (await open.first().getByRole("link").first().getAttribute("href")) as string
  // Located by athlete, because others train meanwhile and the rows move.
  const row = open.filter({ has: page.locator(`a[href="${address}"]`) })
  await row.locator("summary").press("Enter")
  const days = row.locator("ol > li > span:last-child")
  await expect(days.first()).toBeVisible()
  await expect(async () => {
    const points = (await days.allInnerTexts()).map(Number)
    expect(points.reduce((sum, day) => sum + day, 0)).toBe(Number(await row.getAttribute("data-points")))
  }).toPass()
  // In light colors: every-page.test.ts.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await expectUsable(page)
  const [name] = (await row.getByRole("link").first().innerText()).split("\n")
  await row.getByRole("link", { name: /every day and season/ }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name as string)
  const card = page.locator('meta[property="og:image"]')
  const image = await page.request.get(new URL((await card.getAttribute("content")) ?? "").pathname)
  expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/png"])
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await expectUsable(page)
  }
})

test("an athlete whom the boards do not show has no page, and the address says so and leads back", async ({
  baseURL,
}) => {
  const { status, html } = await readDocument(baseURL ?? "", "/leaderboard/athletes/nobody")
  expect(status).toBe(404)
  expect(html).toMatch(/<h1[^>]*>Not shown<\/h1>/)
  expect(html).toMatch(/<a [^>]*href="\/leaderboard"[^>]*>See the Leaderboard</)
})

test("another site may embed the board and no other page", async ({ page, baseURL, problems }) => {
  const embed = await page.request.get("/embed/boards/last-14-days?limit=5")
  expect(embed.headers()["content-security-policy"]).toContain("frame-ancestors *")
  expect((await embed.body()).length).toBeLessThan(12_000)
  const whole = await page.request.get("/leaderboard")
  expect(whole.headers()["x-frame-options"]).toBe("DENY")
  const other = createServer((_request, response) => {
    response.setHeader("content-type", "text/html")
    response.end(
      `<!doctype html><title>Partner</title><iframe src="${baseURL}/embed/boards/last-14-days?limit=5"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  problems.expect(/favicon/)
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  const framed = page.frameLocator("iframe")
  await expect(framed.locator("#rows tr")).toHaveCount(5)
  await expect(framed.locator("#live")).toContainText("Live")
  // Rendered by the frame's own script, which sets no such attribute. Everybody on it is a sample.
  await expect(framed.locator("#rows tr[data-key]")).toHaveCount(0)
  await expect(framed.locator("#rows tr small")).toHaveText(Array(5).fill("sample"))
  other.closeAllConnections()
  other.close()
})

test("distances follow the public switch, and stay so on the next page", async ({ page }) => {
  await page.goto("/leaderboard/athletes/kai-fitzmaurice")
  await expect(page.getByText(/^[\d.]+ mi$/).first()).toBeVisible()
  await page.getByRole("button", { name: "Kilometers" }).click()
  await expect(page.getByText(/^[\d.]+ km$/).first()).toBeVisible()
  await expect(page.getByText(/^[\d.]+ mi$/).first()).toBeHidden()
  await page.goto("/leaderboard")
  await page.getByText("How points are earned").click()
  await expect(page.getByText(/a kilometer of running earns 5 points/)).toBeVisible()
  await expect(page.getByText(/a mile of running/)).toBeHidden()
})
