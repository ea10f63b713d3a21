/** Every form: filled in well, badly, sent twice, sent without a connection, sent without a script. */
import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { sayProblem } from "#content/form-problems.ts"
import type { FormField, LeadForm } from "#content/form-types.ts"
import { consentText, forms } from "#content/forms.ts"
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

function sampleOf(field: FormField, email: string): string {
  if (field.kind === "email") return email
  if (field.kind === "tel") return "+1 (949) 555-0100"
  if (field.kind === "url") return "northline.example/about"
  return field.kind === "textarea" ? "Two sentences about what we do. They are long enough." : "Mara Voss"
}

/** Longer than the quickest person. */
const unhurried = (page: Page, form: LeadForm) => page.waitForTimeout(form.quickestS * 1000 + 200)

for (const [path, form] of pages) {
  const isInbox = "inbox" in form.to

  test(`${form.name}: mistakes are said beside the field, then it arrives once`, async ({
    page,
    mails,
    mail,
  }) => {
    const email = newEmail("good")
    await page.goto(path)
    const place = formOn(page, form)
    await place.getByRole("button", { name: form.button }).click()
    const summary = place.getByRole("alert")
    await expect(summary).toBeFocused()
    const required = form.fields.filter(({ required }) => required)
    await expect(summary.getByRole("link")).toHaveCount(required.length)
    const emailField = form.fields.find(({ kind }) => kind === "email")
    if (!emailField) throw new Error("A form asks for an address")
    await fill(page, form, "mara@northline")
    await place.getByRole("button", { name: form.button }).click()
    await expect(summary.getByRole("link")).toHaveText([sayProblem(emailField, "malformed")])
    await summary.getByRole("link").click()
    const control = place.locator(`#${form.id}-email`)
    await expect(control).toBeFocused()
    await expect(control).toHaveAttribute("aria-invalid", "true")
    await control.fill(email)
    await unhurried(page, form)
    // Two clicks before the answer is there.
    await place.getByRole("button", { name: form.button }).dblclick()
    await expect(page.getByRole("heading", { name: form.thankYou.title })).toBeFocused()
    await expect(page.getByText(form.thankYou.text)).toBeVisible()
    await mail({ to: email })
    await page.waitForTimeout(500)
    expect(await mails({ to: email })).toHaveLength(1)
    if (isInbox)
      expect(await mails({ to: "operator@b4m.test", subject: new RegExp(form.name) })).not.toHaveLength(0)
    // Nothing of it comes back.
    await page.reload()
    await expect(place.locator(`#${form.id}-email`)).toHaveValue("")
  })
}

test("Without a connection nothing is lost: not by sending, not by a reload, and it still arrives once", async ({
  page,
  context,
  mails,
  mail,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  const form: LeadForm = forms.partner
  const email = newEmail("offline")
  await page.goto("/partners")
  await fill(page, form, email)
  await unhurried(page, form)
  await context.setOffline(true)
  const place = formOn(page, form)
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert")).toContainText("The site cannot be reached.")
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)
  await context.setOffline(false)

  // The answer is lost on its way: the server has it, the page does not know.
  await page.route(
    /partners\.data/,
    async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    },
    { times: 1 },
  )
  problems.expect(/ERR_CONNECTION_RESET/)
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert")).toContainText("The site cannot be reached.")
  await page.reload()
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)
  await expect(place.locator("#partner-partnershipType")).toHaveValue("Put up a prize")
  await unhurried(page, form)
  await place.getByRole("button", { name: form.button }).click()
  await expect(page.getByText("within 48 hours").last()).toBeVisible()
  await mail({ to: email })
  await page.waitForTimeout(500)
  expect(await mails({ to: email })).toHaveLength(1)
})

test("A page that was open for too long, and one that is sent too quickly, ask for one more press", async ({
  page,
  problems,
}) => {
  problems.expect(/422/)
  const form: LeadForm = forms["creator-application"]
  await page.goto("/creator-application")
  const place = formOn(page, form)
  await fill(page, form, newEmail("expired"))
  await place.locator('input[name="stamp"]').evaluate((input: HTMLInputElement) => {
    input.value = "AAAAAAAAAAAAAAAA.abc.00000000000000000000000000000000"
  })
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert")).toContainText("This page was open for long.")
  await expect(place.locator("#creator-application-goals")).toHaveValue(/long enough/)
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert")).toContainText("That was quick.")
  await unhurried(page, form)
  await place.getByRole("button", { name: form.button }).click()
  await expect(page.getByRole("heading", { name: form.thankYou.title })).toBeVisible()
})

test("Without a script: mistakes come back with everything typed, then it arrives", async ({
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
  // The browser lets it pass, the server does not.
  await place.locator("#partner-contactName").fill("   ")
  await unhurried(page, form)
  await place.getByRole("button", { name: form.button }).click()
  await expect(place.getByRole("alert").getByRole("link")).toHaveText(['Fill in "Your name".'])
  await expect(place.locator("#partner-message")).toHaveValue(/long enough/)
  await expect(place.locator("#partner-budget")).toHaveValue("Product only")
  await place.locator("#partner-contactName").fill("Mara")
  await place.getByRole("button", { name: form.button }).click()
  await expect(page.getByRole("heading", { name: "Thank You", exact: true })).toBeVisible()
  expect((await mail({ to: email })).text).toContain("Two sentences about what we do")

  // The home page was made at build time; its form leads to the newsletter's page.
  await page.goto("/")
  await page.locator("#home-newsletter-email").fill(newEmail("home"))
  await page.getByRole("button", { name: "Get the Newsletter" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await context.close()
})

test("Every form says what sending it agrees to", async ({ page }) => {
  for (const [path, form] of pages) {
    await page.goto(path)
    await expect(formOn(page, form)).toContainText(form.consent)
    expect(consentText(form)).toContain(form.consent)
  }
})
