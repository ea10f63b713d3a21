import { expect, test } from "vitest"
import { serverSettings } from "./settings.ts"
import { sharedBuffers } from "./shared-buffers.ts"

test.each([
  [0, "128MB"],
  [1, "128MB"],
  [1.5, "192MB"],
  [4, "512MB"],
  [16, "2048MB"],
  [512, "2048MB"],
])("with %d GB of memory the database uses %s of shared buffers", (gigabytes, says) => {
  expect(sharedBuffers(gigabytes * 1024 ** 3)).toBe(says)
})

test("the embedded server sizes its buffers by this machine's memory", () => {
  expect(serverSettings.shared_buffers).toMatch(/^\d{3,4}MB$/)
})
