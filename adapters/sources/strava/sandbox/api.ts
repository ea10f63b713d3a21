import { Hono, type MiddlewareHandler } from "hono"
import type { createInside, Held, StandInEnv } from "../../stand-in/stand-in.ts"
import { applicationFault, asJson, fault, fieldsOf } from "./answers.ts"

/** The application's limits and its current usage of them. */
export interface Limits {
  quarter: number
  day: number
  quarterUsed: number
  dayUsed: number
  /** Whether the headers contain the true values, zeros, or nothing. */
  headers: "true" | "zero" | "none"
}

/** The scope activity:read excludes activities that are visible only to their owner. */
const isShown = (held: Held) => fieldsOf(held).visibility !== "only_me"

const json = { "content-type": "application/json" }

/** The endpoints for a token, within the rate limit: activities and clubs of its athlete. */
export function apiRoutes(
  inside: ReturnType<typeof createInside>,
  limits: Limits,
  clubs: ReadonlyMap<string, readonly string[]>,
): Hono<StandInEnv> {
  const app = new Hono<StandInEnv>()
  app.use(countRequests(limits))
  app.use(
    inside.guard({
      exceeds: () => limits.quarterUsed > limits.quarter || limits.dayUsed > limits.day,
      refuse(c, refused) {
        const { refusesApplication, tooMany } = inside.faults
        if (refused === "application" && refusesApplication) {
          const { body, status } = applicationFault(refusesApplication)
          return c.json(body, status)
        }
        if (refused === "token") return c.json(fault("Athlete", "invalid"), 401)
        if (refused !== "too_many") return undefined
        const after = tooMany?.retryAfter
        return c.json(fault("Application", "Rate Limit Exceeded"), 429, after ? { "retry-after": after } : {})
      },
    }),
  )

  app.get("/activities/:id", (c) => {
    const held = inside.held.get(c.req.param("id"))
    if (!held || !isShown(held) || held.athlete !== c.get("athlete"))
      return c.json(fault("Activity", "not found"), 404)
    return c.body(asJson(held), 200, json)
  })

  app.get("/athlete/activities", (c) => {
    const { after = "0", page = "1", per_page = "30" } = c.req.query()
    const size = Math.min(200, Number(per_page))
    const own = (inside.faults.listsNothing ? [] : [...inside.held.values()])
      .filter((held) => held.athlete === c.get("athlete") && !held.fields.private && isShown(held))
      .filter((held) => Date.parse(String(fieldsOf(held).start_date)) / 1000 > Number(after))
    const shown = own.slice((Number(page) - 1) * size, Number(page) * size)
    return c.body(`[${shown.map(asJson).join(",")}]`, 200, json)
  })

  app.get("/athlete/clubs", (c) => {
    const own = clubs.get(c.get("athlete")) ?? []
    return c.json(own.map((id) => ({ id: Number(id), name: `Club ${id}` })))
  })
  return app
}

/** Every request counts, and every response reports the usage. */
function countRequests(limits: Limits): MiddlewareHandler {
  return async (c, next) => {
    limits.quarterUsed++
    limits.dayUsed++
    await next()
    if (limits.headers === "none") return
    const zero = limits.headers === "zero"
    for (const prefix of ["X-RateLimit", "X-ReadRateLimit"]) {
      c.res.headers.set(`${prefix}-Limit`, zero ? "0,0" : `${limits.quarter},${limits.day}`)
      c.res.headers.set(`${prefix}-Usage`, zero ? "0,0" : `${limits.quarterUsed},${limits.dayUsed}`)
    }
  }
}
