import { expect, test, vi } from "vitest"
import { applicationName, ownConnections } from "./application-name.ts"

test("a connection's name contains its purpose and its process and fits PostgreSQL's limit", () => {
  expect(applicationName("b4m data api")).toMatch(new RegExp(`^b4m data api ${process.pid}@\\S+$`))
  expect(applicationName("b4m data api").length).toBeLessThanOrEqual(63)
  const suffix = ownConnections.slice(1).replace(/\\(.)/g, "$1")
  expect(applicationName("b4m").endsWith(suffix)).toBe(true)
})

test("the name of a machine is shortened before PostgreSQL would truncate the whole name", async () => {
  vi.doMock("node:os", () => ({ hostname: () => "web-1.a-very-long-name-of-a-machine.example" }))
  vi.resetModules()
  const long = await import("./application-name.ts")
  expect(long.applicationName("b4m")).toBe(`b4m ${process.pid}@web-1.a-very-long-name-of-a-ma`)
  vi.doUnmock("node:os")
  vi.resetModules()
})
