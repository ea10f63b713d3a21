/** Push on a device: asked for after a tap, shown by the service worker whatever arrives, and ended by signing out. */
import { payloadOf } from "#domain/notices/push/payload.ts"
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts"
import { browserFlags } from "../../scripts/browser.ts"
import { signIn } from "./support/account.ts"
import { callerOf } from "./support/own-members.ts"
import { test as own } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

const test = own.extend<{ service: PushService }>({
  service: async ({ browserName: _ }, use) => {
    const service = await startPushService(async () => "")
    await use(service)
    await service.close()
  },
  settings: async ({ service }, use) => use({ PUSH_STAND_IN: service.origin, NODE_ENV: "" }),
})
// Set by playwright.config.ts.
const executablePath = process.env.WINDOWED_BROWSER
test.use({
  serviceWorkers: "allow",
  launchOptions: { args: browserFlags(), ...(executablePath ? { executablePath } : {}) },
})

test("a tap turns push on for a device and off again; every message is shown, also a broken one", async ({
  page,
  context,
  service,
  site,
}) => {
  const member = await callerOf(site).join("Pia Push", "members")
  const target = service.device("pia")
  // Chromium would subscribe at Google's service.
  await context.addInitScript((given) => {
    let made: object | null = null
    PushManager.prototype.getSubscription = async () => made as PushSubscription
    PushManager.prototype.subscribe = async (options) => {
      const keys = { p256dh: given.p256dh, auth: given.auth }
      const text = String(options?.applicationServerKey).replaceAll("-", "+").replaceAll("_", "/")
      const applicationServerKey = Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer
      made = {
        endpoint: given.endpoint,
        options: { applicationServerKey },
        toJSON: () => ({ endpoint: given.endpoint, keys }),
        unsubscribe: async () => {
          made = null
          return true
        },
      }
      return made as PushSubscription
    }
  }, target)
  await context.grantPermissions(["notifications"])
  const starting = context.waitForEvent("serviceworker")
  await signIn(page, member)
  await page.goto("/account/settings#notices")
  await starting
  const part = page.getByRole("region", { name: "What I am told" })
  await part.getByRole("radio", { name: "A prize is waiting for me: Push" }).check()
  await part.getByRole("button", { name: "Save", exact: true }).click()
  await expect(part.getByText("Saved.")).toBeVisible()
  await part.getByRole("button", { name: "Turn on push on this device" }).click()
  await expect(part.getByText(/^On: Chrome on /)).toBeVisible()

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send("ServiceWorker.enable")
  const registrationId = await registered
  const { origin } = new URL(page.url())
  const deliver = (data: string) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  const message = {
    title: "A prize is waiting for you",
    body: "You have 3 days left.",
    path: "/account/prizes",
  }
  await deliver(payloadOf(origin, { ...message, topic: "prize", urgency: "high", ttlSeconds: 60 }))
  await expect.poll(shown).toEqual([{ title: message.title, body: message.body, tag: "prize" }])
  await deliver("not JSON")
  await expect
    .poll(async () => (await shown()).map(({ title }) => title).sort())
    .toEqual(["A prize is waiting for you", "News for you"])

  await part.getByRole("button", { name: "Turn off push on this device" }).click()
  await expect(part.getByText(/^On: /)).toBeHidden()
})
