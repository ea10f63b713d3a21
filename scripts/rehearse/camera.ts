import { join } from "node:path"
import { type Browser, chromium, type Page } from "@playwright/test"
import { fillSignIn } from "../../test/e2e/support/account.ts"
import { comeAlive } from "../../test/e2e/support/alive.ts"
import { browserFlags, ensureBrowser } from "../browser.ts"
import type { Cast } from "./stage.ts"

interface Camera {
  /** Takes the pictures of a moment. Returns how many. */
  take(moment: string, cast: Cast): Promise<number>
  close(): Promise<void>
}

const devices = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
] as const

/** A page whose height has not changed for this long is complete. */
const stillMs = 500

const forAll = { home: "/", board: "/leaderboard" }
/** Pages on which no season shows: at the first moment only. */
const alwaysTheSame = { athletes: "/athletes", community: "/community" }
const forMembers = { home: "/", account: "/account" }

/**
 * A browser that shows the site as a stranger, the winner and the last athlete see it; its pages use the site's clock.
 */
export async function openCamera(site: { url: string; folder: string; now(): number }): Promise<Camera> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser((line) => void process.stderr.write(`${line}\n`)),
    // Else a picture that has just been decoded may still be blank on a screenshot.
    args: [...browserFlags(), "--disable-checker-imaging"],
  })
  let isFirst = true
  return {
    async take(moment, { winner, loser, password }) {
      let taken = 0
      const visitors = [
        { name: "stranger", paths: isFirst ? { ...forAll, ...alwaysTheSame } : forAll, email: null },
        { name: "winner", paths: forMembers, email: winner.email },
        ...(loser ? [{ name: "last", paths: forMembers, email: loser.email }] : []),
      ]
      for (const { name, paths, email } of visitors) {
        const page = await open(browser, site)
        if (email) {
          await page.goto("/auth")
          await comeAlive(page)
          await fillSignIn(page, { email, password })
          await page
            .getByRole("navigation", { name: "Main" })
            .getByRole("button", { name: "Sign out" })
            .waitFor()
        }
        for (const [what, path] of Object.entries(paths)) {
          await page.setViewportSize(devices[0].viewport)
          await page.emulateMedia({ reducedMotion: "reduce" })
          await page.goto(path)
          await comeAlive(page)
          for (const device of devices) {
            await page.setViewportSize(device.viewport)
            await page.emulateMedia({ colorScheme: device.colorScheme, reducedMotion: "reduce" })
            await settle(page)
            const path = join(site.folder, `${moment}-${name}-${what}-${device.name}.png`)
            await page.screenshot({ path, clip: { x: 0, y: 0, ...tall(device.viewport) }, fullPage: true })
            taken++
          }
        }
        await page.context().close()
      }
      isFirst = false
      return taken
    },
    close: () => browser.close(),
  }
}

/**
 * Waits for everything that is loading: parts that say so, boards until they are live, fonts and pictures. A picture that
 * could not be loaded is reported, because its frame looks like a defect of the page.
 */
async function settle(page: Page): Promise<void> {
  const loading = page.getByText(/^(Loading.*|One moment)…$/).or(page.locator("main [aria-busy=true]"))
  await loading.filter({ visible: true }).first().waitFor({ state: "detached" })
  await page.locator("[data-live]:not([data-live=live])").first().waitFor({ state: "detached" })
  // Parts that are read one after the other make the page longer.
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  for (let before = 0, now = await heightOf(); now !== before; before = now, now = await heightOf())
    await page.waitForTimeout(stillMs)
  const missing = await page.evaluate(async () => {
    await document.fonts.ready
    const images = [...document.images]
    for (const one of images) one.loading = "eager"
    await Promise.all(images.map((one) => one.decode().catch(() => {})))
    return images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)
  })
  for (const src of missing) process.stderr.write(`${page.url()}: ${src} could not be loaded\n`)
}

/** Three screens of a page show its first sections. */
function tall({ width, height }: { width: number; height: number }) {
  return { width, height: height * 3 }
}

async function open(browser: Browser, { url, now }: { url: string; now(): number }): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  // On a machine that is busy with six hundred members, a sign-in takes longer than usual.
  context.setDefaultTimeout(180_000)
  await context.clock.install({ time: now() })
  return context.newPage()
}
