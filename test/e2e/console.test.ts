/** The operator's console on a production build: who gets in, and a round of reviews by keys alone. */
import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { comeAlive } from "./support/alive.ts"
import { test } from "./support/own-site.ts"
import { plainEnvironment, root } from "./support/program.ts"
import { test as build, expect } from "./support/test.ts"

interface Staff {
  email: string
  password: string
  secret: string
}

/** An account with a role and an authenticator app. */
async function addStaff(site: { url: string; data: string }, role: string): Promise<Staff> {
  const keys = JSON.parse(await readFile(join(site.data, "secrets.json"), "utf8")) as Record<string, string>
  const person = {
    email: `${role}-${randomUUID().slice(0, 8)}@example.com`,
    password: "a quiet harbor at 5",
  }
  const call = async (path: string, token: string, body: object) => {
    const answer = await fetch(`${site.url}/auth/v1/${path}`, {
      method: "POST",
      headers: {
        apikey: token.startsWith("sb_") ? token : (keys.SUPABASE_PUBLISHABLE_KEY ?? ""),
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await call("admin/users", keys.SUPABASE_SECRET_KEY ?? "", {
    ...person,
    email_confirm: true,
    app_metadata: { role },
  })
  const session = await call("token?grant_type=password", keys.SUPABASE_PUBLISHABLE_KEY ?? "", person)
  const factor = await call("factors", session.access_token, { factor_type: "totp", friendly_name: "phone" })
  const challenge = await call(`factors/${factor.id}/challenge`, session.access_token, {})
  const secret = factor.totp.secret as string
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await call(`factors/${factor.id}/verify`, session.access_token, { challenge_id: challenge.id, code })
  return { ...person, secret }
}

/** Signs in with the code of the next half minute, because each code works once, and opens the console. */
async function openConsole(page: Page, { email, password, secret }: Staff): Promise<void> {
  await page.goto("/auth")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel("Code from the app").fill(code)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.waitForURL((url) => url.pathname !== "/auth")
  await page.goto("/account/security")
  await page.getByRole("button", { name: "Open the operator's console" }).click()
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible()
  await comeAlive(page)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

build("No public file holds console code, and the console's own entry weighs at most 150 kB", async () => {
  const files = await filesBelow(join(root, "build/client"))
  const texts = files.filter((file) => /\.(js|css|html|data|json)$/.test(file))
  expect(texts.length).toBeGreaterThan(50)
  for (const file of texts) {
    const text = await readFile(file, "utf8")
    for (const word of ["/operator", "list-table", "data-says", "tinykeys", "uplot"])
      expect(text.includes(word), `${file} holds ${word}`).toBe(false)
  }
  const folder = join(root, "build/operator/client")
  const manifest = (await filesBelow(folder)).find((file) => /manifest-\w+\.js$/.test(file)) ?? ""
  const { entry, routes } = JSON.parse(/=(\{.*\});?\s*$/s.exec(await readFile(manifest, "utf8"))?.[1] ?? "{}")
  const needed = new Set<string>()
  for (const one of [entry, routes.root, routes["review/activity"]])
    for (const file of [one.module, ...one.imports]) needed.add(file)
  let bytes = 0
  for (const file of needed)
    bytes += gzipSync(await readFile(join(folder, file.replace("/operator/", "")))).length
  console.warn(`console entry: ${Math.round(bytes / 1000)} kB of scripts in ${needed.size} files`)
  expect(needed.size).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(150_000)
})

test("Reviews by keys alone, for two operators; helpers have no other desk; strangers find nothing", async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000)
  const run = promisify(execFile)
  const env = { ...plainEnvironment(), DATA_DIR: site.data, NODE_ENV: "production" }
  await run(process.execPath, ["test/e2e/support/seed-reviews.ts", "14"], { cwd: root, env })
  const [owner, helper] = [await addStaff(site, "owner"), await addStaff(site, "helper")]

  // A stranger gets what any unknown address gets.
  const strange = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`)
    const text = (await answer.text())
      .replaceAll(path, "")
      .replace(/nonce="[^"]*"|data-request-id="[^"]*"/g, "")
    const headers = [...answer.headers].map(([name]) => name).join()
    return { status: answer.status, text, headers, caching: answer.headers.get("cache-control") }
  }
  expect(await strange("/operator")).toEqual(await strange("/operators"))

  await openConsole(page, owner)
  let presses = 0
  const press = async (key: string) => {
    presses++
    await page.keyboard.press(key)
  }
  presses++
  // Until the page is hydrated, a key does nothing.
  await expect(async () => {
    await page.keyboard.press("2")
    await expect(page.getByRole("heading", { name: "Review", level: 1 })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.locator("tbody a").first().click()
  await expect(page.getByText("1 of 14")).toBeVisible()
  await expect(page.getByRole("img", { name: /recorded way/ })).toBeVisible()
  for (let n = 0; n < 10; n++) {
    const before = page.url()
    await press(n % 2 ? "d" : "c")
    await page.waitForURL((url) => url.href !== before)
    await expect(page.getByText(`1 of ${13 - n}`)).toBeVisible()
  }
  console.warn(`10 reviews with the evidence of each on the screen: ${presses} presses`)
  expect(presses).toBeLessThanOrEqual(11)
  // Undo, then the same decision again.
  await press("u")
  await expect(page.getByText("Taken back.")).toBeVisible()

  // The next one belongs to whoever looks at it.
  const taken = page.url().split("?")[0] ?? ""
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openConsole(other, helper)
  await other.goto(taken, { waitUntil: "commit" })
  await expect(other.getByText(`${owner.email} is looking at this`)).toBeVisible()
  await expect(other.getByRole("button", { name: "Count", exact: true })).toBeDisabled()
  expect((await other.goto("/operator/seasons", { waitUntil: "commit" }))?.status()).toBe(404)
  await expect(other.getByText("Nothing is here")).toBeVisible()

  // A form works without scripts, and a decision stands although its tab closes at once.
  const cookies = await page.context().cookies()
  const scriptless = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  await scriptless.addCookies(cookies)
  const plain = await scriptless.newPage()
  await plain.goto(taken, { waitUntil: "commit" })
  await plain.getByLabel("Reason, which the athlete reads").fill("The track follows a highway.")
  const sent = plain.waitForRequest((request) => request.method() === "POST")
  await plain.getByRole("button", { name: "Decline" }).click()
  await sent
  await scriptless.close()
  await expect
    .poll(async () => {
      await page.goto("/operator/journal", { waitUntil: "load" })
      return page.locator("tbody tr").first().textContent()
    })
    .toContain("The track follows a highway.")

  // What has gone is left out of an old address, and the rest opens.
  await page.goto("/operator/review?view=decided&columns=athlete,shoe&color=red", { waitUntil: "load" })
  await expect(page.getByText("color = red, column shoe")).toBeVisible()
  await expect(page.locator("thead th")).toHaveCount(2)
  const csv = await page.request.get("/operator/review.csv?view=decided&athlete=sample%201")
  expect((await csv.text()).trim().split("\r\n").length).toBeGreaterThan(2)
  expect((await csv.text()).includes("Sample 2,")).toBe(false)
})
