import { Hono } from "hono"
import {
  createInside,
  type Held,
  type StandIn,
  type StandInEnv,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

/**
 * A stand-in for Garmin's Activity API: PKCE, announced files, backfill through the webhook, no list and no deletions.
 */
export function createGarminSandbox(options: StandInOptions): StandIn {
  let lastId = 15_000_000_000n
  const inside = createInside(
    {
      name: "garmin",
      title: "Garmin Connect",
      accessSeconds: 86_400,
      renews: true,
      athletes: { "garmin-ana": "Sandbox Ana", "garmin-ben": "Sandbox Ben" },
      newId: () => String(lastId++),
      phrase: (kind, held) => (kind === "removed" ? null : announced([held])),
    },
    options,
  )
  const { app } = inside
  const announced = (held: readonly Held[]) => ({
    body: JSON.stringify({ activityFiles: held.map(asFile) }),
    headers: { "garmin-client-id": inside.faults.forged ? "another client" : inside.client.id },
  })
  const asFile = ({ id, athlete, workout, updatedAt }: Held) => {
    const host = inside.faults.files === "elsewhere" ? "http://127.0.0.1:9" : options.url()
    return {
      userId: athlete,
      summaryId: id,
      activityId: Number(id),
      fileType: "FIT",
      callbackURL: `${host}/wellness-api/rest/activityFile?id=${id}&token=${updatedAt.getTime()}`,
      startTimeInSeconds: workout.startedAt.getTime() / 1000,
      deviceName: "forerunner965",
      manual: false,
    }
  }
  app.get("/oauth2Confirm", inside.consent)
  app.post("/di-oauth2-service/oauth/token", inside.token())

  const api = new Hono<StandInEnv>()
  api.use("*", inside.guard())
  api.get("/user/id", (c) => c.json({ userId: c.get("athlete") }))
  api.delete("/user/registration", (c) => {
    inside.grants = inside.grants.filter(({ athlete }) => athlete !== c.get("athlete"))
    return c.body(null, 204)
  })
  api.get("/backfill/activities", async (c) => {
    const from = Number(c.req.query("summaryStartTimeInSeconds")) * 1000
    const own = inside.own(c.get("athlete")).filter(({ workout }) => workout.startedAt.getTime() >= from)
    if (own.length > 0) await inside.send(announced(own))
    return c.body(null, 202)
  })
  api.get("/activityFile", (c) => {
    const held = inside.held.get(c.req.query("id") ?? "")
    const file = held?.athlete === c.get("athlete") ? inside.fileOf(held) : null
    return file ? c.body(new Uint8Array(file)) : c.json({ error: "expired" }, 410)
  })
  app.route("/wellness-api/rest", api)

  const endGrants = inside.deauthorize
  inside.deauthorize = async (athlete) => {
    await endGrants(athlete)
    const body = JSON.stringify({ deregistrations: [{ userId: athlete }] })
    await inside.send({ body, headers: { "garmin-client-id": inside.client.id } })
  }
  return inside
}
