import { Hono } from "hono"
import { deleteCookie, getCookie } from "hono/cookie"
import { callbackPath, stateCookie, webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { accept } from "#domain/competition/intake/connections/connect.ts"
import { onEvent } from "#domain/competition/intake/connections/events.ts"
import { recordEventReceived, recordRefusal } from "#domain/competition/intake/connections/health.ts"
import type { World } from "#domain/world.ts"
import type { Service } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

const refusals = {
  wrong_secret: {
    status: 403,
    code: "wrong_secret",
    title: "Not accepted",
    message: "The secret in this request does not match.",
  },
  invalid_event: {
    status: 400,
    code: "invalid_event",
    title: "Not understood",
    message: "This is not a valid event.",
  },
} as const

/** For each configured service: its webhook, and the OAuth callback of athletes who connect. */
export function sourcesEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const service of world.sources.services.values()) addService(app, world, service)
  return app
}

function addService(app: Hono<AppEnv>, world: World, service: Service): void {
  const { name } = service
  const path = webhookPath(world, name)
  app.on(["GET", "POST"], path, async (c) => {
    const verified = await service.verify(c.req.raw)
    if (!verified.ok) {
      await recordRefusal(world, name, verified.code)
      return refuse(c, refusals[verified.code])
    }
    if (verified.events.length > 0) await recordEventReceived(world, name)
    for (const event of verified.events) await onEvent(world, service, event)
    return c.json(verified.answer)
  })

  app.get(callbackPath(name), async (c) => {
    const { state = "", code = "", scope = "", error } = c.req.query()
    const cookie = stateCookie(name)
    const own = getCookie(c, cookie) ?? ""
    deleteCookie(c, cookie, { path: callbackPath(name) })
    const back = (outcome: string) => c.redirect(`/account?${name}=${outcome}`, 303)
    if (error) return back("declined")
    if (!state || !code || !equal(own, state)) return back("unknown_state")
    const accepted = await accept(world, service, { state, code, scopes: scope.split(/[ ,]+/) })
    return back(accepted.ok ? "connected" : accepted.code)
  })
}
