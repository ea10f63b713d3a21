/** The installed app: without a connection, from the share menu, and with files that wait until there is one. */
import type { Page } from "@playwright/test"
import { encodeFit } from "#test/support/recordings.ts"
import { fillSignIn } from "./support/account.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test.use({ serviceWorkers: "allow", shared: true })

const recording = (minutesAgo: number) =>
  encodeFit({
    sessions: [
      {
        ...{ sport: "running", timerS: 600, elapsedS: 600, distanceM: 2000 + minutesAgo, records: 60 },
        startedAt: new Date(Date.now() - minutesAgo * 60_000),
      },
    ],
  })

/** Posts a file as the phone's share menu does; with a referrer policy that a page of another site could set. */
async function share(page: Page, bytes: Uint8Array, name: string, referrers = "same-origin"): Promise<void> {
  await page.evaluate(
    ({ bytes, name, referrers }) => {
      document.head.append(
        Object.assign(document.createElement("meta"), { name: "referrer", content: referrers }),
      )
      const form = Object.assign(document.createElement("form"), {
        ...{ method: "post", action: "/shared-files", enctype: "multipart/form-data" },
      })
      const input = Object.assign(document.createElement("input"), { type: "file", name: "files" })
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], name))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
      // A connection restored at this very moment makes the page reload, which must not interrupt the form.
      dispatchEvent(new Event("online"))
    },
    { bytes: [...bytes], name, referrers },
  )
}

test("shared files wait for their owner, for a connection or for a press, and are each sent once; offline, a page says so", async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|loading route module/)
  const members = callerOf(site)
  const member = await members.join("Pia Share", "members")
  // Before the first points, the account page shows other content as well.
  await members.upload(member, 90)
  // The first visit installs the worker, with its own headers; only hashed files and the offline page are cached.
  const worker = context.waitForEvent("serviceworker")
  await page.goto("/")
  await worker
  await page.evaluate(() => navigator.serviceWorker.ready)
  const script = await fetch(`${site.url}/service-worker.js`)
  expect(script.headers.get("cache-control")).toBe("no-cache")
  expect(script.headers.get("service-worker-allowed")).toBe("/")
  await page.setViewportSize({ width: 390, height: 844 })
  await share(page, recording(60), "signed-out.fit")
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText("signed-out.fit")).toBeInViewport()
  await fillSignIn(page, member)
  const imports = page.getByRole("region", { name: "Import activities" })
  const read = imports.getByText("1 of 1 file read, 1 activity")
  await expect(read.first()).toBeInViewport({ ratio: 1 })
  await expect(imports.getByText("signed-out.fit")).toBeInViewport()
  await share(page, recording(30), "signed-in.fit")
  await expect(imports.getByText("signed-in.fit")).toBeInViewport()
  await expect(read.first()).toBeInViewport({ ratio: 1 })
  // Each was sent once, and is no longer waiting.
  await expect(read).toHaveCount(3)
  for (const name of ["signed-out.fit", "signed-in.fit"]) await expect(imports.getByText(name)).toHaveCount(1)
  const waiting = imports.getByRole("list", { name: "Waiting on this device" })
  await expect(waiting).toBeHidden()

  // A link followed, and a document opened, without a connection.
  await page.goto("/about")
  await context.setOffline(true)
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click()
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Leaderboard" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline")
  await page.goto("/leaderboard")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline")
  await expect(page.getByText("No files are waiting on this device.")).toBeVisible()
  await expect(page).toHaveTitle(/You are offline/)
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain("/offline.html")
  expect(
    kept.filter((path) => !/^\/(offline\.html|waiting-files\.js|assets\/.+\.(js|css|woff2))$/.test(path)),
  ).toEqual([])

  // The share menu posts a form; the worker keeps its file, and says so on the offline page.
  await share(page, recording(40), "shared.fit")
  await expect(page).toHaveURL(/\/account\?shared$/)
  await expect(page.getByText("shared.fit")).toBeVisible()

  // Once connected, the page reloads automatically, and the file counts.
  const counted = page.getByRole("region", { name: "My activities" }).getByText("Counted", { exact: true })
  await context.setOffline(false)
  await expect(counted).toHaveCount(4)
  await expect(imports.getByText("shared.fit")).toHaveCount(1)
  await expect(imports.getByRole("button", { name: "Choose files" })).toBeEnabled()
  await context.setOffline(true)
  const chosen = { name: "chosen.fit", mimeType: "application/octet-stream", buffer: recording(80) }
  await imports.getByLabel("Files to import").setInputFiles(chosen)
  await expect(imports.getByText("Waiting on this device")).toBeVisible()
  await page.reload()
  await expect(page.getByText("chosen.fit")).toBeVisible()
  await context.setOffline(false)
  await expect(waiting).toBeHidden()
  await expect(counted).toHaveCount(5)
  await expect(imports.getByText("chosen.fit")).toHaveCount(1)

  // A file that a page of another site may have sent waits for a press, also within the first screen.
  await share(page, recording(15), "stranger.fit", "no-referrer")
  await expect(imports.getByText("stranger.fit")).toBeInViewport()
  await expect(imports.getByRole("button", { name: "Import", exact: true })).toBeInViewport({ ratio: 1 })
})
