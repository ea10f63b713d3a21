/**
 * A separate production server for a test that changes what all visitors see: a member's first points remove the
 * samples.
 */
import { rm } from "node:fs/promises"
import { readMails, waitForMail } from "./mails.ts"
import { prepareData } from "./prepared.ts"
import { startSite } from "./site-server.ts"
import { test as shared } from "./test.ts"

interface Site {
  url: string
  data: string
}

interface OwnSite {
  site: Site
  /** Settings of the server: `test.use({ settings: { PAYMENTS_SANDBOX: "on" } })`. */
  settings: NodeJS.ProcessEnv
  /**
   * One server for all tests of a file, for tests whose members do not affect each other. Starting it and its database costs as
   * much as a dozen pages. Such a file also says `test.describe.configure({ mode: "default" })`, so that its tests run one
   * after the other.
   */
  oneForFile: boolean
}

interface Running {
  site: Site
  stop(): Promise<void>
}

interface Keeper {
  /** The running server of a file; that of the file before it is stopped. */
  of(file: string, settings: NodeJS.ProcessEnv): Promise<Site>
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

export const test = shared.extend<OwnSite, { keeper: Keeper }>({
  settings: [{}, { option: true }],
  oneForFile: [false, { option: true }],
  keeper: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      let kept: (Running & { file: string }) | undefined
      await use({
        async of(file, settings) {
          if (kept?.file !== file) {
            await kept?.stop()
            kept = undefined
            kept = { ...(await start(settings)), file }
          }
          return kept.site
        },
      })
      await kept?.stop()
    },
    { scope: "worker" },
  ],
  site: async ({ settings, oneForFile, keeper }, use, { file }) => {
    if (oneForFile) return use(await keeper.of(file, settings))
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
