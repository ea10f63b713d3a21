import { expect, test } from "vitest"
import { createSigner } from "#server/world/signer.ts"
import { callbackPath, webhookPath } from "./addresses.ts"

test("the address for a service's events is a secret of this installation, different for each service", () => {
  const [here, there] = [createSigner("one secret"), createSigner("another secret")]
  const address = webhookPath({ sign: here }, "strava")
  expect(address).toMatch(/^\/webhooks\/strava\/[\w-]{32}$/)
  expect(webhookPath({ sign: here }, "strava")).toBe(address)
  const secretOf = (path: string) => path.split("/").at(-1)
  const others = [webhookPath({ sign: there }, "strava"), webhookPath({ sign: here }, "polar")]
  for (const other of others) expect(secretOf(other)).not.toBe(secretOf(address))
  expect(callbackPath("strava")).toBe("/connect/strava")
})
