/**
 * Every form: filled in correctly, incorrectly, and sent twice. All of them use one component, so a browser fills in the
 * one with every kind of field without a connection, and another without scripts; all are sent as plain HTTP requests.
 */
import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { sayProblem } from "#content/form-problems.ts"
import type { FormField, LeadForm } from "#content/form-types.ts"
import { forms } from "#content/forms.ts"
import { readMails } from "./support/mails.ts"
import { age, oldStamp } from "./support/stamps.ts"
import { expect, test } from "./support/test.ts"

const pages: readonly (readonly [path: string, form: LeadForm])[] = [
  ["/brand-application", forms["brand-application"]],
  ["/creator-application", forms["creator-application"]],
  ["/athlete-application", forms["athlete-application"]],
  ["/partners", forms.partner],
  ["/", forms["home-newsletter"]],
  ["/newsletter", forms.newsletter],
  ["/creator-newsletter", forms["creator-newsletter"]],
  ["/social-media-planner-waitlist", forms["social-media-planner-waitlist"]],
  ["/built2connect-waitlist", forms["built2connect-waitlist"]],
]

const formOn = (page: Page, form: LeadForm) => page.getByRole("form", { name: form.name, exact: true })
const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`

async function fill(page: Page, form: LeadForm, email: string): Promise<void> {
  const place = formOn(page, form)
  for (const field of form.fields) {
    const control = place.locator(`#${form.id}-${field.name}`)
    if (field.kind === "choices" || field.kind === "consent") await control.check()
    else if (field.kind === "select") await control.selectOption({ index: 1 })
    else await control.fill(sampleOf(field, email))
  }
}

/** The request as a browser sends it. */
function answerOf(field: FormField, email: string): string {
  if (field.kind === "consent") return "yes"
  return field.kind === "choices" || field.kind === "select"
    ? (field.options[0] ?? "")
    : sampleOf(field, email)
}

function sampleOf(field: FormField, email: string): string {
  if (field.kind === "email") return email
  if (field.kind === "tel") return "+1 (949) 555-0100"
  if (field.kind === "url") return "northline.example/about"
  return field.kind === "textarea" ? "Two sentences about what we do. They are long enough." : "Mara Voss"
}

/** Addresses that must each get exactly one mail, checked at the end. */
const onlyOnce: string[] = []

test.afterAll(async () => {
  for (const email of onlyOnce) {
    const mails = await readMails(process.env.SITE_DATA ?? "", { to: email })
    expect(
      mails.map(({ subject }) => subject),
      `mails to ${email}`,
    ).toHaveLength(1)
  }
})

test("The form with every kind of field: errors are shown, nothing is lost without a connection, and sent twice it arrives once", async ({
  page,
  context,
  mail,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  const form: LeadForm = forms["athlete-application"]
  const email = newEmail("good")
  await page.goto("/athlete-application")
  const place = formOn(page, form)
  // The page is hydrated, and shows errors itself.
  await expect(place).toHaveAttribute("novalidate")
  const button = place.getByRole("button", { name: form.button })
  await button.click()
  const summary = place.getByRole("alert")
  await expect(summary).toBeFocused()
  const required = form.fields.filter(({ required }) => required)
  await expect(summary.getByRole("link")).toHaveCount(required.length)
  const emailField = form.fields.find(({ kind }) => kind === "email")
  if (!emailField) throw new Error("A form asks for an address")
  await fill(page, form, "mara@northline")
  await button.click()
  await expect(summary.getByRole("link")).toHaveText([sayProblem(emailField, "malformed")])
  await summary.getByRole("link").click()
  const control = place.locator(`#${form.id}-email`)
  await expect(control).toBeFocused()
  await expect(control).toHaveAttribute("aria-invalid", "true")
  await control.fill(email)

  await context.setOffline(true)
  await button.click()
  await expect(place.getByRole("alert")).toContainText("We cannot reach the site.")
  await expect(control).toHaveValue(email)
  await context.setOffline(false)

  await age(place, form.id)
  // Two clicks before the response arrives.
  await button.dblclick()
  await expect(page.getByRole("heading", { name: form.thankYou.title })).toBeFocused()
  await expect(page.getByText(form.thankYou.text)).toBeVisible()
  await mail({ to: email })
  onlyOnce.push(email)
  await mail({ to: "operator@b4m.test", subject: new RegExp(form.name) })
  // Nothing typed is restored.
  await page.reload()
  await expect(control).toHaveValue("")
})

test("Every form over plain HTTP, however its address is spelled: everything typed is shown again with the error, and two simultaneous submissions arrive once", async ({
  request,
  mail,
}) => {
  await Promise.all(
    pages.map(async ([path, form]) => {
      const email = newEmail("plain")
      const action = form.id === "home-newsletter" ? "/newsletter" : path
      const stamp = form.stamped === false ? "" : await oldStamp(form.id)
      const sent = (address: string) => {
        const data = new URLSearchParams({ form: form.id, stamp })
        for (const field of form.fields) data.append(field.name, answerOf(field, address))
        return request.post(action, {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          data: data.toString(),
        })
      }
      const page = await (await request.get(path)).text()
      expect(page).toContain(`name="form" value="${form.id}"`)
      // The terms accepted by sending it are shown below the button.
      expect(page).toContain(form.consent)
      const refused = await sent("mara@northline")
      expect(refused.status()).toBe(422)
      const html = await refused.text()
      expect(html).toContain('value="mara@northline"')
      expect(html).toContain("Enter an email address such as name@example.com.")
      for (const answer of await Promise.all([sent(email), sent(email)])) expect(answer.status()).toBe(200)
      await mail({ to: email })
      onlyOnce.push(email)
    }),
  )
  for (const path of ["/creator-application/", "/Creator-Application", "/creator%2Dapplication"]) {
    const answer = await request.post(path, { form: { form: "creator-application" } })
    expect([path, answer.status()]).toEqual([path, 422])
  }
})

test("A page that was open for too long asks for one more press, a lost response loses nothing, not even after a reload, and a double click sends it once and presses nothing else", async ({
  page,
  mail,
  problems,
}) => {
  problems.expect(/422|ERR_CONNECTION_RESET/)
  const form: LeadForm = forms.partner
  const email = newEmail("lost")
  await page.goto("/partners")
  await fill(page, form, email)
  const place = formOn(page, form)
  const stamp = place.locator('input[name="stamp"]')
  const press = () => place.getByRole("button", { name: form.button }).click()
  // The page's own stamp has arrived, and does not replace this one.
  await expect(stamp).toHaveValue(/./)
  await stamp.evaluate((input: HTMLInputElement) => {
    input.value = "AAAAAAAAAAAAAAAA.abc.00000000000000000000000000000000"
  })
  await press()
  await expect(place.getByRole("alert")).toContainText("This page was open for a while.")
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)

  // The server has received it, but the page does not know.
  await page.route(
    /partners\.data/,
    async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    },
    { times: 1 },
  )
  const given = await oldStamp(form.id)
  await age(place, form.id, given)
  await press()
  await expect(place.getByRole("alert")).toContainText("We cannot reach the site.")
  await page.reload()
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)
  await expect(place.locator("#partner-partnershipType")).toHaveValue("Put up a prize")
  // The stamp was stored with the typed text, so this is the same submission.
  await expect(stamp).toHaveValue(given)

  // The second press of a double click after the response leaves the focus and the page unchanged.
  const mouse = async (clickCount: number) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  await place.getByRole("button", { name: form.button }).hover()
  await mouse(1)
  const heading = page.getByRole("heading", { name: form.thankYou.title })
  await expect(heading).toBeFocused()
  await expect(page.getByText("within 48 hours").last()).toBeVisible()
  await mouse(2)
  await expect(heading).toBeFocused()
  await mail({ to: email })
  onlyOnce.push(email)
  // There may be a link at that position now.
  await page.getByRole("link", { name: "See who is in front" }).hover()
  await mouse(2)
  await expect(heading).toBeFocused()
  await mouse(1)
  await expect(page).toHaveURL(/leaderboard/)
})

test("The form on home, which is sent to another page, arrives", async ({ page, mail }) => {
  const form: LeadForm = forms["home-newsletter"]
  const email = newEmail("home")
  await page.goto("/")
  await fill(page, form, email)
  await formOn(page, form).getByRole("button", { name: form.button }).click()
  await expect(page.getByRole("heading", { name: form.thankYou.title })).toBeFocused()
  await mail({ to: email })
})

test("Without scripts: errors are shown with everything typed, then the form arrives", async ({
  browser,
  baseURL,
  mail,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const form: LeadForm = forms.partner
  const email = newEmail("noscript")
  await page.goto("/partners")
  await fill(page, form, email)
  const place = formOn(page, form)
  // The browser accepts it, but the server does not.
  await place.locator("#partner-contactName").fill("   ")
  await age(place, form.id)
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert").getByRole("link")).toHaveText(["Fill in “Your name”."])
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)
  await expect(place.locator("#partner-budget")).toHaveValue("Product only")
  await place.locator("#partner-contactName").fill("Mara")
  await place.getByRole("button", { name: form.button }).click()
  await expect(page.getByRole("heading", { name: "Thank You", exact: true })).toBeVisible()
  expect((await mail({ to: email })).text).toContain("Two sentences about what we do")

  // The home page was rendered at build time; its form leads to the newsletter's page.
  await page.goto("/")
  await page.locator("#home-newsletter-email").fill(newEmail("home"))
  await page.getByRole("button", { name: "Get the Newsletter" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await context.close()
})
