/** One race: the first board wherever boards are shown, with its own prize, deadline, card, embed and feed. */
import type { Page } from "@playwright/test"
import { firstSeries } from "#content/competitions.ts"
import { readDocument } from "./support/document.ts"
import { expect, test } from "./support/test.ts"

/** The name of a prize, before its items. */
const called = ({ prizes }: (typeof firstSeries)[0]) => (prizes[0]?.title ?? "").replace(/:.*/, "")

const [race, month] = firstSeries as unknown as [(typeof firstSeries)[0], (typeof firstSeries)[0]]

for (const [path, board] of [
  ["/", "[data-board] [data-row]"],
  ["/leaderboard", "#board [data-row]"],
] as const)
  test(`${path}: the two-week race is the first board, within two screens of a phone, and rolling boards have no prize`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    const main = page.getByRole("main")
    await expect(main.getByText(called(race)).first()).toBeVisible()
    await expect(page.getByRole("timer").first()).toBeVisible()
    const first = page.locator("[data-row]").first()
    expect(await first.evaluate((row, selector) => row.matches(selector), board)).toBe(true)
    const top = await first.evaluate((row) => row.getBoundingClientRect().top + scrollY)
    expect(top).toBeLessThan(2 * 844)
    const current = main.getByRole("navigation", { name: "Races" }).locator("[aria-current=page]")
    await expect(current).toHaveText(race.name)
    // The label is in the section of the rolling board, and nowhere else.
    await expect(main.locator("section", { hasText: "Recent training, no prize" })).toHaveCount(1)
    await expect(page.getByText("The board is empty")).toHaveCount(0)
    if (path === "/leaderboard") await switchRaces(page)
  })

/** From the two-week race to the month and back, each with its own prize and days. */
async function switchRaces(page: Page): Promise<void> {
  const races = page.getByRole("navigation", { name: "Races" })
  await races.getByRole("link", { name: month.name }).click()
  await expect(page).toHaveURL("/leaderboard/month")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The monthly race")
  const prize = page.getByRole("region", { name: "The prize" })
  await expect(prize).toContainText(called(month))
  await expect(prize).not.toContainText(called(race))
  await races.getByRole("link", { name: race.name }).click()
  await expect(page).toHaveURL("/leaderboard/two-weeks")
  await expect(prize).toContainText(called(race))
}

test("a race's card, embed and feed have its own rank, board, prize and deadline", async ({
  request,
  baseURL,
}) => {
  for (const one of firstSeries) {
    const { page: name, slug } = one
    const { meta, html } = await readDocument(baseURL ?? "", `/leaderboard/${name}`)
    const address = new URL(meta("og:image") ?? "").pathname
    expect(address).toBe(`/cards/races/${name}.png`)
    const card = await request.get(address)
    expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"])
    const feed = await request.get(`/leaderboard/${name}/rss.xml`)
    expect(await feed.text()).toContain(`<link>${baseURL}/leaderboard/${name}</link>`)
    const frame = /<code[^>]*>[^<]*?(\/embed\/boards\/[\w-]+)/.exec(html)?.[1] ?? ""
    const embed = await (await request.get(frame)).text()
    expect(embed).toContain(called(one))
    for (const other of firstSeries) if (other.slug !== slug) expect(embed).not.toContain(called(other))
    const json = await request.get(frame.replace("/embed", "").concat(".json"))
    const rows: { key: string }[] = (await json.json()).rows
    const [first] = rows
    expect(html).toContain(`data-row="${first?.key}"`)
  }
  const rolling = await (await request.get("/embed/boards/last-14-days")).text()
  expect(rolling).toContain("Recent training, no prize")
  for (const one of firstSeries) expect(rolling).not.toContain(called(one))
  expect((await request.get("/cards/races/nothing.png")).status()).toBe(404)
})
