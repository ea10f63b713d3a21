/**
 * An operator who uses a phone with one hand, from the installation on: other people's actions are seeded, the operator's
 * presses are counted. Then reviews by two operators at a keyboard. Each form of the desks is sent in
 * app/operator/actions.test.ts.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, type Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { openLink } from "./support/account.ts"
import { comeAlive } from "./support/alive.ts"
import { handOn } from "./support/hand.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { addStaff, codeOf, enterConsole, openConsole } from "./support/staff.ts"

/** Enough to show that each review takes one press. A real fortnight has forty. */
const reviews = 4
const reviewsOfFortnight = 40

test.describe.configure({ mode: "default" })
test.use({ shared: "console" })

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

test.describe("On a phone", () => {
  test.use(phone)

  test("From a fresh installation to an open season with one's own name, prize and invitation", async ({
    page,
    site,
    mail,
    browser,
  }) => {
    const hand = handOn(page, "finger")
    const main = page.getByRole("main")
    const button = (name: string) => main.getByRole("button", { name, exact: true })
    const founder = { email: "founder@example.com", password: "a quiet harbor at 5" }

    await page.goto("/auth")
    await hand.tap(button("New here? Create an account"))
    await hand.write(main.getByLabel("Full name"), "Fay Founder")
    await hand.write(main.getByRole("textbox", { name: /^Email/ }), founder.email)
    await hand.write(main.getByLabel("Password"), founder.password)
    await hand.tap(button("Create account"))
    // The link in the mail is one more press; before it, an account has no role.
    await openLink(page, await mail({ to: founder.email, subject: /Confirm/ }))
    await expect(
      page.getByText("Your email address is confirmed and you are signed in.").first(),
    ).toBeVisible()
    const env = { ...ownEnvironment(), DATA_DIR: site.data }
    const shell = ["server/commands/operator.ts", "add", founder.email]
    const said = await promisify(execFile)(process.execPath, shell, { cwd: root, env })
    expect(said.stdout).toBe(`${founder.email} is an owner.\n`)

    await page.goto("/account/security")
    // Whoever has no second factor is told to set one up, and taken there.
    const devices = page.getByRole("region", { name: "Devices" })
    await expect(devices.getByText("opens only for accounts with two-step sign-in.")).toBeVisible()
    await expect(button("Open the operator's console")).toHaveCount(0)
    await expect(devices.getByRole("link", { name: "Set up two-step sign-in" })).toHaveAttribute(
      "href",
      "#two-steps",
    )
    await hand.tap(button("Set up an authenticator app"))
    await hand.tap(main.getByText("Cannot scan it?"))
    const secret = Secret.fromBase32((await main.locator("code").innerText()).replaceAll(" ", ""))
    const totp = new TOTP({ secret })
    await hand.write(main.getByLabel("Code from the app"), totp.generate())
    await hand.tap(button("Switch on"))
    await hand.tap(button("Open the operator's console"))
    await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible()
    await comeAlive(page)
    const signedUp = hand.spent()

    const desk = page.getByRole("navigation", { name: "Desks" }).getByRole("link", { name: "Seasons" })
    await hand.tap(desk)
    await hand.tap(main.getByRole("link", { name: "Races that repeat" }))
    await hand.tap(main.locator("summary").first())
    const form = main.locator("details[open]")
    await hand.write(form.getByLabel("Name, such as Winter race"), "Harbor fortnight")
    await hand.write(form.getByLabel(/^Prizes, one per line/), "A week in Lisbon\nA helmet\nA shirt")
    await hand.tap(form.getByRole("button", { name: "Save the changes" }))
    await expect(page.getByText(/^It is changed: its name at once/)).toBeVisible()
    await hand.tap(desk)
    await hand.tap(main.getByRole("link", { name: /^fortnightly-.*running/ }))
    const code = main.getByRole("img", { name: /^QR code/ })
    await expect.poll(() => code.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)

    const visitor = await browser.newPage({ baseURL: site.url })
    await visitor.goto("/join")
    await expect(visitor.getByText("Harbor fortnight").first()).toBeVisible()
    await visitor.goto("/leaderboard")
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("The harbor fortnight")
    await expect(visitor.getByText("A week in Lisbon").first()).toBeVisible()
    await visitor.close()

    const all = hand.spent()
    console.warn(`a fresh installation: ${all.presses} presses, ${all.texts} of them typed texts`, signedUp)
    expect(all.presses).toBeLessThanOrEqual(24)
    expect(all.texts).toBeLessThanOrEqual(6)
  })

  test("Two weeks of operating take one person at most 100 presses, none of them in a shell", async ({
    page,
    site,
    mail,
    mails,
    problems,
  }) => {
    test.setTimeout(600_000)
    const checkouts = await seedConsole(site, `recordings:${reviews}`, "fortnight", "order", "order")
    const buyer = { choice: "pay", email: "buyer@example.com", name: "Bo Buyer", webhook: "normal" }
    for (const checkout of checkouts.trim().split("\n"))
      expect((await page.request.post(checkout, { form: buyer })).ok()).toBe(true)
    const owner = await addStaff(site, "owner")

    const hand = handOn(page, "finger")
    const heading = (name: string | RegExp) => page.getByRole("heading", { name, level: 1 })
    const button = (name: string | RegExp) =>
      page.getByRole("main").getByRole("button", { name, exact: true })
    const link = (name: string | RegExp) => page.getByRole("main").getByRole("link", { name })
    const desk = (name: string) => page.getByRole("navigation", { name: "Desks" }).getByRole("link", { name })
    // Pages share words: the next control pressed must be on the opened desk, not on the previous page.
    const openDesk = async (name: string) => {
      await hand.tap(desk(name))
      await expect(heading(name)).toBeVisible()
    }
    const field = (name: string | RegExp) => page.getByRole("main").getByLabel(name, { exact: true })
    const spent: Record<string, number> = {}
    const part = async (name: string, work: () => Promise<void>) => {
      const before = hand.presses()
      await work()
      spent[name] = hand.presses() - before
    }

    await part("sign in", () => openConsole(page, owner, hand))

    await part("reviews", async () => {
      await hand.tap(link(/activities are waiting for a decision/))
      for (let left = reviews; left > 0; left--) {
        await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible()
        const recording = page.getByRole("region", { name: "Recording", exact: true })
        await expect(recording.getByRole("img", { name: /recorded route/ })).toBeVisible()
        await expect(recording.getByRole("img", { name: /^Heart rate/ })).toBeVisible()
        if (left === reviews) {
          await hand.write(field(/^Reason/), "Too fast for the whole run: was it a bicycle?")
          await hand.tap(button("Decline"))
        } else await hand.tap(button("Count"))
      }
      await expect(page.getByText("No longer in this queue.")).toBeVisible()
    })

    await part("inbox", async () => {
      await openDesk("Inbox")
      await hand.tap(page.locator("tbody a").first())
      // The next message opens automatically: the one whose promised reply is due first.
      for (const company of ["harbor", "westfield", "northline"]) {
        await hand.write(field(new RegExp(`^To sample-\\d@${company}`)), "Gladly. Shall we talk on Monday?")
        await hand.tap(button("Send the answer"))
      }
      await expect(heading("Ada Vale")).toBeVisible()
      await hand.tap(button("Accept and invite"))
      await expect(link("Put into the directory")).toBeVisible()
    })
    expect(await mail({ to: "ada@example.com", subject: /invite|welcome|in/i })).toBeTruthy()

    await part("refund", async () => {
      await openDesk("Orders")
      await hand.tap(page.locator("tbody a").first())
      await hand.tap(button("Refund…"))
      const asked = page.getByLabel(/^Type the order number/)
      const number = /, (\w{8})$/.exec((await asked.locator("..").textContent()) ?? "")?.[1] ?? ""
      await hand.write(asked, number)
      await hand.tap(button("Refund $29"))
      await expect(page.getByText(/^Refunded \$29/)).toBeVisible()
    })
    await expect.poll(async () => (await mails({ to: "buyer@example.com" })).length).toBe(3)

    await part("season", async () => {
      await openDesk("Seasons")
      await hand.tap(link(/in its grace period/))
      await expect(page.getByText("Dora Sample").first()).toBeVisible()
      const slug = page.url().split("/").at(-1) ?? ""
      await hand.write(field(/^Type fortnightly/), slug)
      await hand.tap(button("Close the season early"))
      await expect(page.getByText(/^Closed: 3 results. Undisputed places are awarded/)).toBeVisible()
      await seedConsole(site, "award", "claims", "eleven-minutes")
      await openDesk("Today")
      await hand.tap(link(/prizes to ship/))
      await expect(page.getByLabel(/^Tracking number/)).toHaveCount(3)
      for (const nth of [0, 1, 2])
        await hand.write(page.getByLabel(/^Tracking number/).nth(nth), `1Z-SAMPLE-${nth + 1}`)
      await hand.tap(button("Mark all with a number as shipped"))
      await expect(page.getByText("3 prizes are marked as shipped. Each winner gets an email.")).toBeVisible()
    })
    expect((await mail({ to: "winner-0@example.com", subject: /way|shipped/i })).text).toContain("1Z-SAMPLE")

    await part("newsletter", async () => {
      await openDesk("Newsletters")
      await hand.tap(link("Write an issue"))
      // The list of issues has a field named Subject too, which filters it.
      await expect(heading("A new issue")).toBeVisible()
      await hand.write(field("Subject"), "Long miles")
      await hand.write(field("Text, in Markdown"), "# Two weeks\n\nForty runs and **one** season.")
      await hand.tap(button("Save and send me a test"))
      await expect(page.getByText("3 readers would get it now")).toBeVisible()
      await hand.write(page.locator("input[type=datetime-local]"), minuteOnSite(new Date()))
      await hand.tap(button("Schedule"))
      await expect(page.getByText(/It goes to 3 readers/)).toBeVisible()
    })
    await mail({ to: owner.email, subject: /Long miles/ })
    await expect.poll(async () => (await mails({ subject: /^Long miles/ })).length).toBe(3)

    await part("event day", async () => {
      await openDesk("Events")
      await hand.tap(link(/3 of \d+/))
      for (const name of ["Ada Sample", "Ben Sample"]) {
        await hand.tap(button(`Check in ${name}`))
        await expect(page.getByText(`${name} is here.`)).toBeVisible()
        // The list below moves up when the row is shorter, maybe after the answer is shown.
        await expect(button(`Undo check-in of ${name}`)).toBeVisible()
      }
      await hand.write(
        page.getByRole("region", { name: "Walk-ins" }).getByLabel("Name", { exact: true }),
        "Walt Walk-in",
      )
      await hand.tap(button("Check in"))
      await expect(page.getByText("Walt Walk-in is here.")).toBeVisible()
    })

    // One press each, plus the one that opens the first one and the two that write a reason.
    expect(spent.reviews).toBeLessThanOrEqual(reviews + 3)
    const presses = hand.presses() + reviewsOfFortnight - reviews
    console.warn(`a fortnight: ${presses} presses`, spent)
    expect(presses).toBeLessThanOrEqual(100)

    // Another operator writes to the winners meanwhile, so that the desk is reloaded: the confirmation must stay.
    await page.goto("/operator/seasons")
    await link(/^fortnightly-.*closed/)
      .first()
      .click()
    await comeAlive(page)
    await field("Subject").fill("Well done")
    await field("Text").fill("See you in Reno.")
    const says = (text: string | RegExp) => expect(page.getByRole("status")).toHaveText(text)
    await button("See who gets it").press("Enter")
    await says(/^This goes to 3 winners/)
    await page.evaluate(async () => {
      const message = { id: crypto.randomUUID(), subject: "Addresses", text: "Send yours.", confirmed: "yes" }
      const body = new URLSearchParams({ do: "message", ...message })
      if (!(await fetch(location.href, { method: "POST", body })).ok) throw new Error("It was not sent")
    })
    await expect(page.getByRole("main").getByText("Send yours.")).toHaveCount(1)
    await says(/^This goes to 3 winners/)
    await button("Send it now").press("Enter")
    await says("3 emails are on their way.")

    // Eleven minutes later the second factor is asked for where the form is, which is then sent as it was.
    problems.expect(/\b403\b/)
    await page.goto("/operator/orders")
    await page.locator("tbody a").last().click()
    await comeAlive(page)
    await button("Refund…").press("Enter")
    const asked = page.getByLabel(/^Type the order number/)
    await asked.fill(/, (\w{8})$/.exec((await asked.locator("..").textContent()) ?? "")?.[1] ?? "")
    await button("Refund $29").press("Enter")
    await says("Confirm that it is you, and this is done.")
    await expect(page.getByRole("status")).toBeInViewport()
    const proof = page.getByRole("region", { name: "Is it you?" })
    await proof.getByLabel("Code from the app").fill(codeOf(owner))
    await proof.getByRole("button", { name: "Continue" }).click()
    await says(/^Refunded \$29/)
  })
})

test.describe("Two operators at a keyboard", () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test("reviews take one press each, are not decided twice, and are shown to the other operator at once", async ({
    page,
    site,
    browser,
  }) => {
    await seedConsole(site, "totals:5")
    const [owner, helper] = [await addStaff(site, "owner"), await addStaff(site, "helper")]
    await enterConsole(page, owner, site.url, "/today")
    // A key does nothing until the page's script has loaded.
    await comeAlive(page)
    const hand = handOn(page)
    await hand.key("2")
    await expect(page.getByRole("heading", { name: "Review", level: 1 })).toBeVisible()
    await hand.key("o")
    const position = page.getByText(/^1 of \d+$/)
    await expect(position).toBeVisible()
    const waiting = Number((await position.innerText()).split(" ")[2])
    const oneOf = (left: number) => page.getByText(`1 of ${left}`, { exact: true })
    await hand.key("d")
    await expect(oneOf(waiting - 1)).toBeVisible()
    await hand.key("c")
    await expect(oneOf(waiting - 2)).toBeVisible()
    expect(hand.presses()).toBe(4)

    // A decision loads one page: its changes, and opening the next activity, do not reload the operator's own desk.
    await expect(page.locator("[data-live=true]")).toBeVisible()
    await toldAgain(page)
    const loads: string[] = []
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().includes(".data")) loads.push(request.url())
    })
    await hand.key("d")
    await expect(oneOf(waiting - 3)).toBeVisible()
    await toldAgain(page)
    expect(loads).toHaveLength(1)
    await hand.key("u")
    await expect(page.getByText("Undone.")).toBeVisible()

    // The next activity is claimed by the operator who opens it.
    const taken = page.url().split("?")[0] ?? ""
    const other = await (await browser.newContext({ baseURL: site.url })).newPage()
    await enterConsole(other, helper, site.url, "/review")
    await other.goto(taken, { waitUntil: "commit" })
    await expect(other.getByText(`${owner.email} is looking at this`)).toBeVisible()
    await expect(other.getByRole("button", { name: "Count", exact: true })).toBeDisabled()

    // Open desks show other operators' actions without a manual reload.
    await other.goto("/operator/review", { waitUntil: "commit" })
    await expect(other.locator("[data-live=true]")).toBeVisible()
    const next = page.getByRole("link", { name: "Next" })
    const opened = new URL((await next.getAttribute("href")) ?? "", site.url).pathname
    const row = other.locator("tbody tr", { has: other.locator(`a[href^="${opened}"]`) })
    await expect(row).toBeVisible()
    await expect(row).not.toContainText(owner.email)
    // A value set on the document is gone once it was reloaded.
    await other.evaluate(() => Object.assign(window, { kept: true }))
    await next.click()
    await expect(row).toContainText(owner.email)
    expect(await other.evaluate(() => "kept" in window)).toBe(true)
    await other.context().close()
  })
})

/** What others do, as support/seed-console.ts performs it; returns what it prints. */
async function seedConsole(site: { data: string }, ...what: string[]): Promise<string> {
  const env = { ...ownEnvironment(), DATA_DIR: site.data, NODE_ENV: "production", PAYMENTS_SANDBOX: "on" }
  const given = ["test/e2e/support/seed-console.ts", ...what]
  return (await promisify(execFile)(process.execPath, given, { cwd: root, env })).stdout
}

/** Makes every open console of the site receive the changes so far, by opening another one. */
async function toldAgain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stream = new EventSource("/operator/live")
    await new Promise((told) => stream.addEventListener("moved", told))
    stream.close()
    // The page's own stream receives the same changes at the same time.
    await new Promise((later) => setTimeout(later, 100))
  })
}

/** The minute in the format of a datetime-local field, in the site's time zone. */
function minuteOnSite(now: Date): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/Los_Angeles",
  }).format(now)
  return parts.replace(" ", "T")
}
