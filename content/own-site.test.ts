import { afterEach, expect, test, vi } from "vitest"
import { readOwnSite } from "./own-site.ts"

afterEach(() => vi.unstubAllEnvs())

test("without settings the site keeps the facts of site.ts", () => {
  vi.stubEnv("SITE_NAME", "  ")
  expect(readOwnSite()).toEqual({})
})

test("the server reads what an operator has set", () => {
  vi.stubEnv("SITE_NAME", "Harbor Athletes")
  vi.stubEnv("SITE_TIME_ZONE", "Europe/Berlin")
  expect(readOwnSite()).toEqual({ name: "Harbor Athletes", timeZone: "Europe/Berlin" })
})

test("a browser reads the document, and not an environment", () => {
  vi.stubEnv("SITE_NAME", "Elsewhere")
  vi.stubGlobal("document", { documentElement: { dataset: { site: '{"name":"Harbor Athletes"}' } } })
  expect(readOwnSite()).toEqual({ name: "Harbor Athletes" })
  vi.stubGlobal("document", { documentElement: { dataset: {} } })
  expect(readOwnSite()).toEqual({})
})
