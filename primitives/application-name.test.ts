import { expect, test } from "vitest"
import { applicationName, ownConnections } from "./application-name.ts"

test("a connection's name says its purpose and its process, and fits", () => {
  expect(applicationName("b4m data api")).toMatch(new RegExp(`^b4m data api ${process.pid}@\\S+$`))
  expect(applicationName("b4m data api").length).toBeLessThanOrEqual(63)
  const suffix = ownConnections.slice(1).replace(/\\(.)/g, "$1")
  expect(applicationName("b4m").endsWith(suffix)).toBe(true)
})
