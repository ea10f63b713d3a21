import { type Context, Hono } from "hono"
import {
  createInside,
  type Held,
  type StandIn,
  type StandInEnv,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

const modes = { run: 8, ride: 9, row: 10 }
const good = { result: "0000", message: "OK" }

/** A stand-in for COROS's API: tokens in URLs, errors with status 200, 64-bit ids, files on a separate host. */
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
        const secret = inside.faults.forged ? "another secret" : inside.client.secret
        const body = `{"sportDataList":[${asJson(held, { openId: held.athlete })}]}`
        return { body, headers: { client: inside.client.id, secret } }
      },
    },
    options,
  )
  const { app } = inside
  function asJson({ id, workout, updatedAt }: Held, more: object = {}): string {
    const host = inside.faults.files === "elsewhere" ? "http://127.0.0.1:9" : options.url()
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
      ...(inside.faults.files === "none"
        ? {}
        : { fitUrl: `${host}/fit/${id}.fit?at=${updatedAt.getTime()}` }),
    }
    return `{"labelId":${id},${JSON.stringify(fields).slice(1)}`
  }

  app.get("/oauth2/authorize", inside.consent)
  app.post(
    "/oauth2/accesstoken",
    inside.token({
      answer: ({ athlete }) => ({ openId: athlete }),
      refuse: (c, refused) =>
        refused === "invalid_grant" ? c.json({ result: "5001", message: "code is invalid" }) : undefined,
    }),
  )
  app.post("/oauth2/refresh-token", async (c) => {
    const { refresh_token } = await c.req.parseBody()
    const grant = inside.grants.find(({ refresh }) => refresh === refresh_token)
    if (!grant || inside.faults.refusesRefreshes)
      return c.json({ result: "5002", message: "refresh token is invalid" })
    grant.until = inside.now().getTime() / 1000 + 2_592_000
    return c.json(good)
  })
  app.post("/oauth2/deauthorize", async (c) => {
    const { token } = await c.req.parseBody()
    inside.grants = inside.grants.filter(({ access }) => access !== token)
    return c.json(good)
  })

  const data = (c: Context, text: string) =>
    c.body(`{"result":"0000","message":"OK","data":${text}}`, 200, { "content-type": "application/json" })
  const badToken = { result: "5003", message: "access token is invalid" }
  const api = new Hono<StandInEnv>()
  api.use(
    "*",
    inside.guard({
      tokenOf: (c) => c.req.query("token"),
      refuse: (c, refused) => (refused === "token" ? c.json(badToken) : undefined),
    }),
  )
  api.use("*", async (c, next) => (c.req.query("openId") === c.get("athlete") ? next() : c.json(badToken)))
  api.get("/list", (c) => {
    const { startDate = "", endDate = "" } = c.req.query()
    const own = inside.own(c.get("athlete")).filter(({ workout }) => {
      const day = workout.startedAt.toISOString().slice(0, 10).replaceAll("-", "")
      return day >= startDate && day <= endDate
    })
    return data(c, `[${own.map((one) => asJson(one)).join(",")}]`)
  })
  api.get("/detail/fit", (c) => {
    const { labelId = "", mode } = c.req.query()
    const held = inside.held.get(labelId)
    if (!held || held.athlete !== c.get("athlete") || String(modes[held.workout.sport]) !== mode)
      return c.json({ result: "4001", message: "workout does not exist" })
    return data(c, asJson(held))
  })
  app.route("/v2/coros/sport", api)
  app.get("/fit/:file", (c) => {
    const held = inside.held.get(c.req.param("file").replace(/\.fit$/, ""))
    const file = held ? inside.fileOf(held) : null
    return file ? c.body(new Uint8Array(file)) : c.body(null, 404)
  })
  return inside
}
