import { Hono } from "hono"
import { applicationFault, asJson, fault, fieldsOf } from "./answers.ts"
import { type Inside, type SandboxActivity, seconds } from "./state.ts"

interface ApiEnv {
  Variables: { athlete: string }
}

/** The scope activity:read excludes activities that only their owner sees. */
const isShown = ({ fields }: SandboxActivity) => fields.visibility !== "only_me"

const json = { "content-type": "application/json" }

/** What a token can read, within the rate limit: activities and clubs of its athlete. */
export function apiRoutes(inside: Inside): Hono<ApiEnv> {
  const { state, now } = inside
  const app = new Hono<ApiEnv>()

  app.use(async (c, next) => {
    const { limits, manners } = state
    limits.quarterUsed++
    limits.dayUsed++
    state.calls.push(c.req.path)
    const over = limits.quarterUsed > limits.quarter || limits.dayUsed > limits.day
    const token = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1]
    const grant = inside.grants.find((one) => one.access === token && one.until > seconds(inside))
    const refused = manners.refusesApplication && applicationFault(manners.refusesApplication)
    if (manners.down) c.res = c.text("unavailable", 503)
    else if (refused) c.res = c.json(refused.body, refused.status)
    else if (over || manners.tooMany) c.res = c.json(fault("Application", "Rate Limit Exceeded"), 429)
    else if (!grant || manners.refusesTokens) c.res = c.json(fault("Athlete", "invalid"), 401)
    else {
      c.set("athlete", grant.athlete)
      await next()
    }
    if (manners.tooMany?.retryAfter) c.res.headers.set("retry-after", manners.tooMany.retryAfter)
    if (manners.limitHeaders === "none") return c.res
    const zero = manners.limitHeaders === "zero"
    for (const prefix of ["X-RateLimit", "X-ReadRateLimit"]) {
      c.res.headers.set(`${prefix}-Limit`, zero ? "0,0" : `${limits.quarter},${limits.day}`)
      c.res.headers.set(`${prefix}-Usage`, zero ? "0,0" : `${limits.quarterUsed},${limits.dayUsed}`)
    }
    return c.res
  })

  app.get("/activities/:id", (c) => {
    const activity = state.activities.get(c.req.param("id"))
    if (!activity || !isShown(activity) || activity.athlete !== c.get("athlete"))
      return c.json(fault("Activity", "not found"), 404)
    return c.body(asJson(activity, now()), 200, json)
  })

  app.get("/athlete/activities", (c) => {
    const { after = "0", page = "1", per_page = "30" } = c.req.query()
    const size = Math.min(200, Number(per_page))
    const own = [...state.activities.values()]
      .filter(
        (activity) => activity.athlete === c.get("athlete") && !activity.fields.private && isShown(activity),
      )
      .filter((activity) => Date.parse(String(fieldsOf(activity, now()).start_date)) / 1000 > Number(after))
    const shown = own.slice((Number(page) - 1) * size, Number(page) * size)
    return c.body(`[${shown.map((one) => asJson(one, now())).join(",")}]`, 200, json)
  })

  app.get("/athlete/clubs", (c) => {
    const athlete = state.athletes.get(c.get("athlete"))
    return c.json((athlete?.clubs ?? []).map((id) => ({ id: Number(id), name: `Club ${id}` })))
  })
  return app
}
