import { test as base } from "@playwright/test"
import { type Document, readDocument } from "./document.ts"
import { paths } from "./paths.ts"

interface Documents {
  /** Every page of the route table, fetched once per worker. */
  documents: ReadonlyMap<string, Document>
  /** One of them. */
  documentAt(path: string): Document
  origin: string
}

/** The test function of tests that read pages without a browser. */
export const test = base.extend<object, Documents>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
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
})

export { expect } from "@playwright/test"
