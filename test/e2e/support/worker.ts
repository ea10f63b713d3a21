/**
 * What a process of the browser tests makes once, for all of its tests. It is in one place, because Playwright starts another
 * process, with another browser, for tests with other fixtures of this kind.
 */
import { test as base, type Page } from "@playwright/test"
import { type Document, readDocument } from "./document.ts"
import { type OwnServer, type Site, startOwnServer } from "./own-server.ts"
import { paths } from "./paths.ts"
import { collectProblems, type Problems } from "./problems.ts"

interface OncePerProcess {
  origin: string
  /** Every page of the route table, read without a browser. */
  documents: ReadonlyMap<string, Document>
  /** One of them. */
  documentAt(path: string): Document
  /** One window that goes from address to address and changes nothing; loaded files stay in its cache. */
  round: { page: Page; problems: Problems }
  /** The server that tests with these settings, or those of a group, share (own-site.ts); started by the first that asks. */
  sharedSite(settings: NodeJS.ProcessEnv, group: true | string): Promise<Site>
}

export const test = base.extend<object, OncePerProcess>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => use(process.env.SITE_ADDRESS ?? ""),
    { scope: "worker" },
  ],
  documents: [
    async ({ origin }, use) => {
      const read = await Promise.all(paths.map((path) => readDocument(origin, path)))
      await use(new Map(read.map((document) => [document.path, document])))
    },
    { scope: "worker" },
  ],
  documentAt: [
    async ({ documents }, use) =>
      use((path) => {
        const found = documents.get(path)
        if (!found) throw new Error(`${path} is not in the route table`)
        return found
      }),
    { scope: "worker" },
  ],
  round: [
    async ({ browser, origin }, use) => {
      const context = await browser.newContext({ baseURL: origin })
      const problems = collectProblems(context)
      await use({ page: await context.newPage(), problems })
      await context.close()
    },
    { scope: "worker" },
  ],
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const started = new Map<string, OwnServer>()
      await use(async (settings, group) => {
        const key = JSON.stringify([settings, group])
        const server = started.get(key) ?? (await startOwnServer(settings))
        started.set(key, server)
        return server.site
      })
      for (const { stop } of started.values()) await stop()
    },
    { scope: "worker" },
  ],
})

export { expect } from "@playwright/test"
