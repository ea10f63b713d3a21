import { Hono } from "hono"
import { createConcept2Sandbox } from "../concept2/sandbox.ts"
import { createCorosSandbox } from "../coros/sandbox.ts"
import { createGarminSandbox } from "../garmin/sandbox.ts"
import { createIntervalsSandbox } from "../intervals/sandbox.ts"
import { createPolarSandbox } from "../polar/sandbox.ts"
import { createStravaSandbox } from "../strava/sandbox.ts"
import { createSuuntoSandbox } from "../suunto/sandbox.ts"
import { createWahooSandbox } from "../wahoo/sandbox.ts"
import { standInKeys } from "./keys.ts"

/** Every stand-in, each under its own path: "<url>/polar". */
export function createStandIns({ url, now }: { url(): string; now?: () => Date }) {
  const { clientId, clientSecret, webhookSecret, subscriptionKey } = standInKeys
  const options = (name: string) => ({
    clientId,
    clientSecret,
    url: () => `${url()}/${name}`,
    ...(now ? { now } : {}),
  })
  const standIns = [
    createStravaSandbox(options("strava")),
    createPolarSandbox(options("polar")),
    createWahooSandbox({ ...options("wahoo"), webhookToken: webhookSecret }),
    createIntervalsSandbox({ ...options("intervals"), webhookSecret }),
    createConcept2Sandbox(options("concept2")),
    createSuuntoSandbox({ ...options("suunto"), webhookSecret, subscriptionKey }),
    createCorosSandbox(options("coros")),
    createGarminSandbox(options("garmin")),
  ]
  const app = new Hono()
  for (const { name, app: one } of standIns) app.route(`/${name}`, one)
  app.get("/", (c) => c.text(`Stand-ins: ${standIns.map(({ name }) => name).join(", ")}`))
  return { app, standIns }
}
