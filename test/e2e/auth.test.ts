/** Sign-up and sign-in: creating an account, the messages of the sign-in screen, and the effect of late scripts. */
import type { Page } from "@playwright/test"
import {
  codeIn,
  expectSignedIn,
  expectSignedOut,
  fillSignIn,
  linkIn,
  mainNavigation,
  makeAccount,
  openLink,
  openSignIn,
  signIn,
  signOut,
  somebody,
} from "./support/account.ts"
import { expect, test } from "./support/test.ts"

const submit = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click()
const alert = (page: Page) => page.getByRole("main").getByRole("alert")

test("sign up, a wrong code, confirm by mail, two tabs that agree, sign out in both", async ({
  page,
  context,
  mail,
  problems,
}) => {
  problems.expect(/403/)
  const person = somebody("journey")
  await openSignIn(page)
  await page.getByRole("button", { name: "New here? Create an account" }).click()
  await page.getByLabel("Full name").fill("Ada Vale")
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await page.getByLabel("Password").fill(person.password)
  await submit(page, "Create account")
  await expect(page.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  await expectSignedOut(page)

  const sent = await mail({ to: person.email, subject: /Confirm/ })
  // The sixth digit submits the form.
  await page.getByLabel("Code from the email").fill(codeIn(sent) === "000000" ? "111111" : "000000")
  await expect(alert(page)).toHaveText("Token has expired or is invalid")
  await openLink(page, sent)
  // The toast disappears automatically.
  await expect(page.getByText("Your email address is confirmed and you are signed in.").first()).toBeVisible()
  await expectSignedIn(page)
  expect(new URL(page.url()).pathname).toBe("/")
  expect(page.url()).not.toContain("token")

  const second = await context.newPage()
  await second.goto("/about")
  await expectSignedIn(second)
  // A signed-in member is redirected from the sign-in page; going back does not lead there either.
  await second.goto("/auth")
  await expect(second).toHaveURL(/\/$/)
  await second.goBack()
  await expect(second).toHaveURL(/\/about$/)
  await second.waitForLoadState("networkidle")

  await signOut(page)
  await expectSignedOut(second)
  await second.reload()
  await expectSignedOut(second)
})

test("every message of the sign-in screen, its providers, and a tab that never loaded the client and follows a sign-in", async ({
  page,
  context,
  request,
  problems,
}) => {
  problems.expect(/400/)
  const person = somebody("messages")
  await makeAccount(person)
  const reader = await context.newPage()
  const addresses: string[] = []
  const scripts = new Set<string>()
  reader.on("response", (answer) => {
    addresses.push(answer.url())
    if (answer.request().resourceType() === "script") scripts.add(answer.url())
  })
  // Requested again, because a page that is left keeps no responses.
  const loaded = async () => {
    const texts = [...scripts].map(async (url) => (await request.get(url)).text())
    return [...addresses, ...(await Promise.all(texts))].join("\n")
  }
  await reader.goto("/about", { waitUntil: "networkidle" })
  await expectSignedOut(reader)
  expect(scripts.size).toBeGreaterThan(1)
  expect(await loaded()).not.toMatch(/backend\.json$|GoTrueClient/m)

  await page.route(/\/auth\/v1\/settings/, (route) =>
    route.fulfill({ json: { external: { email: true, google: false, github: true } } }),
  )
  await page.route(/\/auth\/v1\/authorize/, (route) => route.fulfill({ body: "the provider" }))
  await page.goto("/auth?next=/account")
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeHidden()
  await page.getByRole("button", { name: "Continue with GitHub" }).click()
  await page.waitForURL(/authorize/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get("provider")).toBe("github")
  expect(new URL(searchParams.get("redirect_to") ?? "").pathname).toBe("/account")

  await page.goto("/auth?next=/about")
  await fillSignIn(page, { ...person, password: "not the one at all" })
  await expect(alert(page)).toHaveText("Invalid email or password. Please check your credentials.")

  await page.getByRole("button", { name: "New here? Create an account" }).click()
  await expect(alert(page)).toBeHidden()
  await expect(page.getByRole("textbox", { name: /^Email/ })).toHaveValue(person.email)
  await page.getByLabel("Full name").fill("   ")
  await submit(page, "Create account")
  await expect(alert(page)).toHaveText("Full name is required")
  await page.getByLabel("Full name").fill("Somebody Else")
  await submit(page, "Create account")
  await expect(alert(page)).toHaveText("An account with this email already exists. Try signing in instead.")
  await page.getByRole("button", { name: "Already have an account? Sign in" }).click()
  await expect(alert(page)).toBeHidden()

  await expect(page.getByLabel("Password")).toHaveAttribute("minlength", "1")
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "current-password")
  await page.getByRole("button", { name: "Show" }).click()
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "text")
  const answered = page.waitForResponse(/\/token/)
  await page.route(/\/token/, async (route) => {
    await expect(page.getByRole("button", { name: "Please wait..." })).toBeDisabled()
    await route.continue()
  })
  await page.getByLabel("Password").fill(person.password)
  await submit(page, "Sign in")
  await answered
  await expectSignedIn(page)
  await expectSignedIn(reader)
  await expect.poll(loaded).toContain("GoTrueClient")
})

test("text typed before the script arrives stays, and is not submitted", async ({ page, problems }) => {
  problems.expect(/400/)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto("/auth", { waitUntil: "commit" })
  await page.getByRole("textbox", { name: /^Email/ }).fill("early@example.com")
  await page.getByLabel("Password").fill("typed too early")
  await page.getByLabel("Password").press("Enter")
  const button = page.getByRole("main").getByRole("button", { name: "Sign in", exact: true })
  await expect(button).toBeDisabled()
  arrive()
  await expect(button).toBeEnabled()
  expect(new URL(page.url()).search).toBe("")
  await expect(page.getByRole("textbox", { name: /^Email/ })).toHaveValue("early@example.com")
  await expect(page.getByLabel("Password")).toHaveValue("typed too early")
  await button.click()
  await expect(alert(page)).toHaveText("Invalid email or password. Please check your credentials.")
})

test("a forgotten password: the mailed link, a new password, and a sign-in with it", async ({
  page,
  mail,
}) => {
  const person = somebody("forgot")
  await makeAccount(person)
  await openSignIn(page)
  await page.getByRole("button", { name: "Forgot your password?" }).click()
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await submit(page, "Send the email")
  await expect(page.getByText(/an email with a link is on its way/)).toBeVisible()
  await openLink(page, await mail({ to: person.email, subject: /Reset/ }))
  const password = "another harbour, at 6"
  await page.getByLabel("New password").fill(password)
  await submit(page, "Save the password")
  await expectSignedIn(page)
  await expect(page).toHaveURL(/\/$/)
  await signIn(page, { ...person, password })
})

test("sign-in by mail: the link signs in, and shows an error if it was already used", async ({
  page,
  browser,
  baseURL,
  mail,
  request,
}) => {
  const person = somebody("magic")
  await makeAccount(person)
  await page.goto("/account/security")
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByRole("button", { name: "Email me a link instead" }).click()
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await submit(page, "Send the link")
  const sent = await mail({ to: person.email, subject: /sign-in link/ })
  // A program that scans the mail opens its links before the person does.
  const scanner = await request.get(linkIn(sent))
  expect(scanner.status()).toBe(200)
  await openLink(page, sent)
  await expect(page).toHaveURL(/\/account\/security$/)
  await expectSignedIn(page)

  const stranger = await browser.newContext(baseURL ? { baseURL } : {})
  const elsewhere = await stranger.newPage()
  await openLink(elsewhere, sent)
  await expect(alert(elsewhere)).toContainText("Email link is invalid or has expired")
  expect(elsewhere.url()).not.toContain("error")
  await stranger.close()
})

test("a page shows who is signed in before any script has loaded, without a layout shift", async ({
  page,
}) => {
  const person = somebody("still")
  await makeAccount(person)
  await signIn(page, person)
  // One page rendered at build time, one rendered for the request.
  for (const path of ["/about", "/blog?search=run"]) {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrival
      await route.continue()
    })
    const places = () =>
      mainNavigation(page)
        .locator("a, button")
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().x]))
    await page.goto(path, { waitUntil: "commit" })
    await expectSignedIn(page)
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    // The page is hydrated once it checks whether the session is still open.
    const checked = page.waitForResponse(/\/auth\/v1\/user$/)
    arrive()
    await checked
    await expectSignedIn(page)
    expect(await places(), path).toEqual(before)
    await page.unrouteAll()
  }
})
