/**
 * What a visitor's own settings must not break: larger text on a member's pages, letters beyond English, forced colors. The
 * public pages are enlarged in every-page.test.ts, where each of them is open anyway.
 */
import { signIn } from "./support/account.ts"
import { comeAlive } from "./support/alive.ts"
import { callerOf } from "./support/own-members.ts"
import { test as own } from "./support/own-site.ts"
import { expect } from "./support/test.ts"
import { beyond } from "./support/text-settings.ts"
import { test } from "./support/worker.ts"

const besideOthers = own.extend({ shared: true })
const phone = { width: 390, height: 844 }

test("Vietnamese letters are shown in the site's fonts", async ({ round: { page } }) => {
  await page.goto("/about")
  const loaded = await page.evaluate(async () =>
    Promise.all(
      ["800 20px Archivo", "600 20px 'Hanken Grotesk'"].map(
        async (font) => (await document.fonts.load(font, "ễ")).length,
      ),
    ),
  )
  expect(loaded).toEqual([1, 1])
})

test("in forced-colors mode the main button keeps its border, and the menu's icon and the live dot stay visible", async ({
  round: { page },
}) => {
  await page.emulateMedia({ forcedColors: "active" })
  await page.setViewportSize(phone)
  await page.goto("/leaderboard")
  await comeAlive(page)
  const seen = await page.evaluate(() => {
    const ground = getComputedStyle(document.documentElement).backgroundColor
    const painted = (element: Element | null | undefined) =>
      element ? getComputedStyle(element).backgroundColor !== ground : null
    const button = [...document.querySelectorAll("main a")].find(
      (one) => one.textContent === "Join the Competition",
    )
    const bars = [...document.querySelectorAll("[popovertarget=menu] span span")]
    return {
      race: [...document.querySelectorAll("nav[aria-label=Races] a")].map(
        (link) => getComputedStyle(link).borderBottomWidth,
      ),
      edge: button && getComputedStyle(button).borderTopWidth,
      icon: bars.map(painted),
      dots: [...document.querySelectorAll("[data-live]")].map((dot) => painted(dot.previousElementSibling)),
    }
  })
  expect(seen.edge).toBe("2px")
  expect(seen.race).toEqual(["4px", "0px"])
  expect(seen.icon).toEqual([true, true])
  expect(seen.dots.length).toBeGreaterThan(0)
  expect(seen.dots).not.toContain(false)
  await page.emulateMedia({ forcedColors: "none" })
})

besideOthers(
  "a member's own pages fit as well, names of any length stay whole, and a toast leaves the first button free",
  async ({ page, site }) => {
    const members = callerOf(site)
    const name = "Maximiliane Schwarzenegger-Wolfeschlegelsteinhausenbergerdorf"
    const member = await members.join(name.slice(0, 60), "public")
    await signIn(page, member)
    await page.setViewportSize(phone)
    await page.goto("/account#message=You+are+signed+in")
    const toast = page.getByRole("listitem").filter({ hasText: "You are signed in" })
    await expect(toast).toBeVisible()
    const add = page.getByRole("button", { name: "Add a workout" })
    await expect(add).toBeVisible()
    const [over, under] = [await toast.boundingBox(), await add.boundingBox()]
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(under?.y ?? 0)
    await members.upload(member, 30)
    // A long rank, which leaves room before the face.
    const rank = 1_234
    await page.route("**/boards/*/mine", async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      for (const row of json.place.around) if (row.mine) row.rank = rank
      await route.fulfill({ response, json })
    })
    for (const path of [
      "/account",
      "/account/year",
      "/account/security",
      `/leaderboard/athletes/${member.slug}`,
      "/leaderboard",
    ]) {
      await page.goto(path)
      await expect(page.getByRole("status").filter({ hasText: /Loading|One moment/ })).toHaveCount(0)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      expect(await beyond(page), path).toEqual([])
    }
    const row = page.locator("[aria-labelledby=my-place] [data-mine]").first()
    await expect(row.locator(".display").first()).toHaveText(`Rank ${rank}`)
    const room = await row.evaluate((element) => {
      const said = document.createRange()
      said.selectNode(element.querySelector(".display")?.lastChild as Node)
      const sides = [...element.querySelectorAll("svg, img")].map((one) => one.getBoundingClientRect())
      const face = sides.find(({ width }) => width >= 30)
      return (face?.left ?? 0) - said.getBoundingClientRect().right
    })
    expect(room, `rank ${rank}`).toBeGreaterThan(2)

    const gaps = await page.locator("[data-row]").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const seen = (element: Element | null) => element !== null && element.getClientRects().length > 0
        const [words, bars] = [
          row.querySelector("a"),
          [...row.querySelectorAll("svg[role=img]")].find((one) => seen(one)),
        ]
        if (!words || !bars || !seen(words)) return []
        const cut = words.scrollWidth > words.clientWidth && getComputedStyle(words).overflow !== "visible"
        const gap = bars.getBoundingClientRect().top - words.getBoundingClientRect().bottom
        return [{ name: words.textContent, gap: cut ? -1 : Math.round(gap) }]
      }),
    )
    expect(gaps.length).toBeGreaterThan(0)
    for (const { name, gap } of gaps) expect(gap, `${name}`).toBeGreaterThan(2)
  },
)
