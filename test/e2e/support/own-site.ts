/**
 * Separate production servers for tests that change what all visitors see: a member's first points remove the samples. A
 * server and its database cost as much as a dozen pages, so tests whose members do not affect each other share one.
 */
import { readMails, waitForMail } from "./mails.ts"
import { type Site, startOwnServer } from "./own-server.ts"
import { test as base } from "./test.ts"

interface OwnSite {
  site: Site
  /** Settings of the server: `test.use({ settings: { SITE_NAME: "Harbor Athletes" } })`. */
  settings: NodeJS.ProcessEnv
  /**
   * Whether the server is that of all tests with the same settings in this process, which run one after the other. Such a
   * test finds other members on the boards, and others' mails, objections and staff: it looks for its own by name. A text
   * names a server of its own for the tests of one file, which run in order.
   */
  shared: boolean | string
}

export const test = base.extend<OwnSite>({
  settings: [{ PAYMENTS_SANDBOX: "on" }, { option: true }],
  shared: [false, { option: true }],
  site: async ({ settings, shared, sharedSite }, use) => {
    if (shared) return use(await sharedSite(settings, shared))
    const { site, stop } = await startOwnServer(settings)
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
