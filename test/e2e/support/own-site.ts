/**
 * Separate production servers for tests that change what all visitors see: a member's first points remove the samples. A
 * server and its database cost as much as a dozen pages, so tests whose members do not affect each other share one.
 */
import { rm } from "node:fs/promises"
import { readMails, waitForMail } from "./mails.ts"
import { prepareData } from "./prepared.ts"
import { startSite } from "./site-server.ts"
import { test as withoutOwn } from "./test.ts"

interface Site {
  url: string
  data: string
}

interface OwnSite {
  site: Site
  /** Settings of the server: `test.use({ settings: { SITE_NAME: "Harbor Athletes" } })`. */
  settings: NodeJS.ProcessEnv
  /**
   * Whether the server is that of all tests with the same settings in this process, which run one after the other. Such a
   * test finds other members on the boards, and others' mails, objections and staff: it looks for its own by name.
   */
  shared: boolean
}

interface Running {
  site: Site
  stop(): Promise<void>
}

async function start(settings: NodeJS.ProcessEnv): Promise<Running> {
  const { folder, data } = await prepareData()
  const server = await startSite(data, settings)
  return {
    site: { url: server.url, data },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const test = withoutOwn.extend<OwnSite, { sharedSite(settings: NodeJS.ProcessEnv): Promise<Site> }>({
  settings: [{ PAYMENTS_SANDBOX: "on" }, { option: true }],
  shared: [false, { option: true }],
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const running = new Map<string, Running>()
      await use(async (settings) => {
        const key = JSON.stringify(settings)
        const found = running.get(key) ?? (await start(settings))
        running.set(key, found)
        return found.site
      })
      for (const { stop } of running.values()) await stop()
    },
    { scope: "worker" },
  ],
  site: async ({ settings, shared, sharedSite }, use) => {
    if (shared) return use(await sharedSite(settings))
    const { site, stop } = await start(settings)
    try {
      await use(site)
    } finally {
      await stop()
    }
  },
  baseURL: async ({ site }, use) => use(site.url),
  mails: async ({ site }, use) => use((filter) => readMails(site.data, filter)),
  mail: async ({ site }, use) => use((filter) => waitForMail(site.data, filter)),
})
