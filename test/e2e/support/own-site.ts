/**
 * A separate production server for a test that changes what all visitors see: a member's first points remove the
 * samples.
 */
import { rm } from "node:fs/promises"
import { readMails, waitForMail } from "./mails.ts"
import { prepareData } from "./prepared.ts"
import { freePort, ownEnvironment, root, startProgram } from "./program.ts"
import { test as shared } from "./test.ts"

interface OwnSite {
  site: { url: string; data: string }
  /** Settings of the server: `test.use({ settings: { PAYMENTS_SANDBOX: "on" } })`. */
  settings: NodeJS.ProcessEnv
}

export const test = shared.extend<OwnSite>({
  settings: [{}, { option: true }],
  site: async ({ settings }, use) => {
    const { folder, data } = await prepareData()
    const server = await startProgram({
      command: process.execPath,
      args: ["server/main.ts"],
      cwd: root,
      env: {
        ...ownEnvironment(),
        NODE_ENV: "production",
        PORT: String(await freePort()),
        DATA_DIR: data,
        LOG_LEVEL: "warn",
        ...settings,
      },
      patienceMs: 180_000,
    })
    try {
      await use({ url: server.url, data })
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
  baseURL: async ({ site }, use) => use(site.url),
  mails: async ({ site }, use) => use((filter) => readMails(site.data, filter)),
  mail: async ({ site }, use) => use((filter) => waitForMail(site.data, filter)),
})
