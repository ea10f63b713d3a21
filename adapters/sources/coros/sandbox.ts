import type { Context } from "hono"
import { createInside, formOf, type Held, type StandIn, type StandInOptions } from "../stand-in/stand-in.ts"

const modes = { run: 8, ride: 9, row: 10 }
const good = { result: "0000", message: "OK" }

/** A stand-in for COROS's API: tokens in addresses, errors that say 200, 64-bit ids, files on a host of their own. */
export function createCorosSandbox(options: StandInOptions): StandIn {
  let lastId = 418_173_315_956_375_553n
  const inside = createInside(
    {
      name: "coros",
      title: "COROS",
      accessSeconds: 2_592_000,
      renews: true,
      athletes: { openAna: "Sandbox Ana", openBen: "Sandbox Ben" },
      newId: () => String(lastId++),
      phrase(kind, held) {
        if (kind === "removed") return null
        const secret = inside.manners.forged ? "another secret" : inside.client.secret
        const body = `{"sportDataList":[${asJson(held, { openId: held.athlete })}]}`
        return { body, headers: { client: inside.client.id, secret } }
      },
    },
    options,
  )
  const { app } = inside
  function asJson({ id, workout, updatedAt }: Held, more: object = {}): string {
    const host = inside.manners.files === "elsewhere" ? "http://127.0.0.1:9" : options.url()
    const start = workout.startedAt.getTime() / 1000
    const fields = {
      ...more,
      mode: modes[workout.sport],
      subMode: 1,
      deviceName: "COROS PACE 3",
      startTime: start,
      endTime: start + workout.seconds,
      startTimezone: workout.utcOffsetS / 900,
      distance: workout.meters,
      ...(inside.manners.files === "none"
        ? {}
        : { fitUrl: `${host}/fit/${id}.fit?at=${updatedAt.getTime()}` }),
    }
    return `{"labelId":${id},${JSON.stringify(fields).slice(1)}`
  }

  app.get("/oauth2/authorize", inside.consent)
  app.post("/oauth2/accesstoken", async (c) => {
    const granted = inside.grantFor(await formOf(c.req))
    if (granted === "invalid_client") return c.json({ error: granted }, 401)
    if (granted === "invalid_grant") return c.json({ result: "5001", message: "code is invalid" })
    const { access, refresh, athlete } = granted
    return c.json({ access_token: access, refresh_token: refresh, expires_in: 2_592_000, openId: athlete })
  })
  app.post("/oauth2/refresh-token", async (c) => {
    const form = await formOf(c.req)
    const grant = inside.grants.find(({ refresh }) => refresh === form.refresh_token)
    if (!grant || inside.manners.refusesRefreshes)
      return c.json({ result: "5002", message: "refresh token is invalid" })
    grant.until = inside.now().getTime() / 1000 + 2_592_000
    return c.json(good)
  })
  app.post("/oauth2/deauthorize", async (c) => {
    const { token } = await formOf(c.req)
    inside.grants = inside.grants.filter(({ access }) => access !== token)
    return c.json(good)
  })

  const data = (c: Context, text: string) =>
    c.body(`{"result":"0000","message":"OK","data":${text}}`, 200, { "content-type": "application/json" })
  /** The athlete, or what is wrong; the same manners as everywhere, in its own words. */
  const athleteOf = (c: Context): string | Response => {
    const { manners } = inside
    inside.calls.push(c.req.path)
    if (manners.down) return c.text("unavailable", 503)
    if (manners.tooMany) {
      const { retryAfter } = manners.tooMany
      return c.text("too many", 429, retryAfter === null ? {} : { "retry-after": retryAfter })
    }
    if (manners.refusesApplication) return c.json({ error: "forbidden" }, 403)
    const { token, openId } = c.req.query()
    const grant = inside.grants.find(
      ({ access, until }) => access === token && until > inside.now().getTime() / 1000,
    )
    const refused = !grant || grant.athlete !== openId || manners.refusesTokens
    return refused ? c.json({ result: "5003", message: "access token is invalid" }) : grant.athlete
  }
  app.get("/v2/coros/sport/list", (c) => {
    const athlete = athleteOf(c)
    if (typeof athlete !== "string") return athlete
    const { startDate = "", endDate = "" } = c.req.query()
    const own = inside.own(athlete).filter(({ workout }) => {
      const day = workout.startedAt.toISOString().slice(0, 10).replaceAll("-", "")
      return day >= startDate && day <= endDate
    })
    return data(c, `[${own.map((one) => asJson(one)).join(",")}]`)
  })
  app.get("/v2/coros/sport/detail/fit", (c) => {
    const athlete = athleteOf(c)
    if (typeof athlete !== "string") return athlete
    const { labelId = "", mode } = c.req.query()
    const held = inside.held.get(labelId)
    if (!held || held.athlete !== athlete || String(modes[held.workout.sport]) !== mode)
      return c.json({ result: "4001", message: "workout does not exist" })
    return data(c, asJson(held))
  })
  app.get("/fit/:file", (c) => {
    const held = inside.held.get(c.req.param("file").replace(/\.fit$/, ""))
    const file = held ? inside.fileOf(held) : null
    return file ? c.body(new Uint8Array(file)) : c.body(null, 404)
  })
  return inside
}
