/** The same pages with accounts in a Supabase project: the server of this run acts as the project. */
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { collectLog } from "#test/support/collected-log.ts"
import {
  expectSignedIn,
  keysOfServer,
  linkIn,
  secretsOfServer,
  signOut,
  somebody,
} from "./support/account.ts"
import type { Program } from "./support/program.ts"
import { startSite } from "./support/site-server.ts"
import { expect, test } from "./support/test.ts"

let site: Program
let database: Awaited<ReturnType<typeof startEmbedded>>

test.beforeAll(async () => {
  const { publishable, secret } = await keysOfServer()
  const { AUTH_SECRET, METRICS_TOKEN } = await secretsOfServer()
  // The database is the project's: joining the running one reveals its address.
  database = await startEmbedded({
    dataDir: join(process.env.SITE_DATA ?? "", "postgres"),
    log: collectLog(),
  })
  site = await startSite(process.env.SITE_DATA ?? "", {
    DATABASE_URL: database.url,
    // Set explicitly: it is off by default with such an address, which would delete the sample athletes of the site
    // that other tests visit.
    DEMO: "on",
    AUTH_SECRET,
    METRICS_TOKEN,
    SUPABASE_URL: process.env.SITE_ADDRESS,
    SUPABASE_PUBLISHABLE_KEY: publishable,
    SUPABASE_SECRET_KEY: secret,
  })
})
test.afterAll(async () => {
  const { code } = await site.stop()
  await database.stop()
  expect(code, site.output()).toBe(0)
})

test("sign up, confirm, account page and sign-out against a project", async ({ page, mail }) => {
  const project = process.env.SITE_ADDRESS ?? ""
  const asked: string[] = []
  page.on("request", (request) => void asked.push(request.url()))
  const person = somebody("project")
  await page.goto(`${site.url}/auth`)
  await page.getByRole("button", { name: "New here? Create an account" }).click()
  await page.getByLabel("Full name").fill("Remote Person")
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await page.getByLabel("Password").fill(person.password)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  expect(asked.some((address) => address.startsWith(`${project}/auth/v1/signup`))).toBe(true)

  // The mail leads to the project, and from there back to the site.
  const link = linkIn(await mail({ to: person.email, subject: /Confirm/ }))
  expect(link.startsWith(project)).toBe(true)
  await page.goto(link)
  await expect(page).toHaveURL(`${site.url}/`)
  await expectSignedIn(page)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).toContain(`sb-${new URL(project).hostname.split(".")[0]}-auth-token`)

  await page.goto(`${site.url}/account/security`)
  await expect(page.getByRole("region", { name: "Devices" }).getByText("This device")).toBeVisible()
  expect(asked.some((address) => address.startsWith(`${site.url}/functions/v1/list-sessions`))).toBe(true)
  await signOut(page)
})
