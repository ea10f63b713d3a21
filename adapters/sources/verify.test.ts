/** How each service's webhook is verified: which requests are events, which are ignored, and which are refused. */
import { createHmac } from "node:crypto"
import { describe, expect, test } from "vitest"
import type { ServiceName } from "#content/services.ts"
import type { Db } from "#ports/db.ts"
import type { Verified } from "#ports/services.ts"
import { verifyConcept2 } from "./concept2/verify.ts"
import { verifyCoros } from "./coros/verify.ts"
import { verifyGarmin } from "./garmin/verify.ts"
import { verifyIntervals } from "./intervals/verify.ts"
import { verifyPolar } from "./polar/verify.ts"
import { verifyStrava } from "./strava/verify.ts"
import { verifySuunto } from "./suunto/verify.ts"
import { verifyWahoo } from "./wahoo/verify.ts"

const secret = "the secret of the webhook"
const hmac = (body: string, key = secret) => createHmac("sha256", key).update(body).digest("hex")
/** A database with one setting, or none. */
const settingIs = (value: string | null) =>
  ({ sql: async () => (value === null ? [] : [{ value }]) }) as unknown as Db
const tokens = { open: async (sealed: string) => sealed, seal: async (open: string) => open }

interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}

const request = ({ method = "POST", body = {}, headers = {}, query = {} }: Sent) =>
  new Request(`http://b4m.test/webhook?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })

const verifiers: Record<ServiceName, (sent: Request) => Promise<Verified>> = {
  strava: (sent) => verifyStrava({ db: settingIs("314"), verifyToken: secret }, sent),
  polar: (sent) => verifyPolar({ db: settingIs(secret), tokens }, sent),
  wahoo: (sent) => verifyWahoo(secret, sent),
  intervals: (sent) => verifyIntervals(secret, sent),
  concept2: (sent) => verifyConcept2(sent, () => new Date("2026-11-20T20:00:30Z")),
  suunto: (sent) => verifySuunto(secret, sent),
  coros: (sent) => verifyCoros({ clientId: "id", clientSecret: secret }, sent),
  garmin: (sent) => verifyGarmin("id", sent),
}

const signed = (header: string, body: object | null, key?: string): Sent => ({
  body,
  headers: { [header]: hmac(JSON.stringify(body), key) },
})
const polar = (changes: object = {}, key?: string) =>
  signed("polar-webhook-signature", { event: "EXERCISE", user_id: 5, entity_id: "e", ...changes }, key)
const suunto = (changes: object = {}, key?: string) =>
  signed(
    "x-hmac-sha256-signature",
    { type: "WORKOUT_CREATED", username: "ana", workout: { workoutKey: "w" }, ...changes },
    key,
  )
const wahoo = (changes: object = {}): Sent => ({
  body: {
    webhook_token: secret,
    event_type: "workout_summary",
    user: { id: 5 },
    workout_summary: { id: 1, updated_at: "2026-11-20T20:00:00Z", workout: { id: 7 } },
    ...changes,
  },
})
const intervals = (event: object = {}, given = secret): Sent => ({
  body: {
    secret: given,
    events: [{ athlete_id: "i5", type: "ACTIVITY_UPLOADED", activity: { id: "i7" }, ...event }],
  },
})
const coros = (client: string, given: string): Sent => ({
  headers: { client, secret: given },
  body: { sportDataList: [{ openId: "o", labelId: "1" }, { labelId: "2" }, "no workout"] },
})
const garmin = (files: object[], client = "id"): Sent => ({
  headers: { "garmin-client-id": client },
  body: { activityFiles: files },
})
const file = { userId: "u", summaryId: "s", callbackURL: "https://apis.garmin.com/x?token=1" }
const strava = (changes: object = {}): Sent => ({
  body: {
    ...{ object_type: "activity", object_id: 7, aspect_type: "create", owner_id: 5 },
    ...{ subscription_id: 314, event_time: 1, ...changes },
  },
})
const athlete = (updates: object) => strava({ object_type: "athlete", object_id: 5, updates })
const handshake = (changes: Record<string, string> = {}): Sent => ({
  method: "GET",
  query: { "hub.mode": "subscribe", "hub.verify_token": secret, "hub.challenge": "c", ...changes },
})
const result = { id: 7, user_id: 5 }

/** `events`: what the event is about, by account; `answer`: the response that the service requires. */
type Expected =
  | { events: [account: string | null, about: string][]; answer?: object }
  | "wrong_secret"
  | "invalid_event"
const nothing: Expected = { events: [] }
const one = (account: string | null, about: string): Expected => ({ events: [[account, about]] })

const cases: Record<ServiceName, [what: string, Sent, Expected][]> = {
  strava: [
    ["a new activity", strava(), one("5", "7")],
    ["a deletion", strava({ aspect_type: "delete" }), one("5", "7 deleted")],
    ["another subscription", strava({ subscription_id: 315 }), nothing],
    ["a revoked grant", athlete({ authorized: "false" }), one("5", "deauthorized")],
    ["a new name", athlete({ title: "Ana" }), nothing],
    ["no event", { body: "no json" }, "invalid_event"],
    ["the handshake", handshake(), { events: [], answer: { "hub.challenge": "c" } }],
    ["a handshake with another token", handshake({ "hub.verify_token": "x" }), "wrong_secret"],
    ["a handshake of another kind", handshake({ "hub.mode": "unsubscribe" }), "wrong_secret"],
    ["a handshake without a challenge", handshake({ "hub.challenge": "" }), "wrong_secret"],
  ],
  polar: [
    ["an exercise", polar(), one("5", "e")],
    ["an exercise with text that the database cannot store", polar({ entity_id: "\0f\0" }), one("5", "f")],
    ["a signed null", signed("polar-webhook-signature", null), "invalid_event"],
    ["a ping, before the secret is known", { body: { event: "PING" } }, nothing],
    ["another signature", polar({}, "another"), "wrong_secret"],
    ["no signature", { body: { event: "EXERCISE", user_id: 5, entity_id: "e" } }, "wrong_secret"],
    ["another event", polar({ event: "SLEEP" }), nothing],
    ["an exercise without a user", polar({ user_id: undefined }), nothing],
    ["a GET", { method: "GET" }, "invalid_event"],
    ["no event", { body: "no json" }, "invalid_event"],
  ],
  wahoo: [
    ["a workout", wahoo(), one("5", "7")],
    ["a workout, as documented", wahoo({ event_type: undefined, event: "workout_summary" }), one("5", "7")],
    ["another token", wahoo({ webhook_token: "x" }), "wrong_secret"],
    ["another kind", wahoo({ event_type: "user" }), nothing],
    ["a workout without a user", wahoo({ user: undefined }), nothing],
    [
      "a summary without its workout",
      wahoo({ workout_summary: { id: 1, updated_at: "2026-11-20T20:00:00Z" } }),
      nothing,
    ],
    ["a GET", { method: "GET" }, "invalid_event"],
    ["no token", wahoo({ webhook_token: undefined }), "invalid_event"],
  ],
  intervals: [
    ["an activity", intervals(), one("i5", "i7")],
    ["a deletion", intervals({ type: "ACTIVITY_DELETED" }), one("i5", "i7 deleted")],
    ["another secret", intervals({}, "x"), "wrong_secret"],
    ["a calendar", intervals({ type: "CALENDAR_UPDATED" }), nothing],
    ["an activity from Strava", intervals({ activity: { id: "i7", source: "STRAVA" } }), nothing],
    ["an event without an activity", intervals({ activity: null }), nothing],
    ["a GET", { method: "GET" }, "invalid_event"],
    ["no secret", { body: { events: [] } }, "invalid_event"],
  ],
  concept2: [
    ["a result", { body: { data: { type: "result-added", result } } }, one("5", "7")],
    ["a result without an envelope", { body: { type: "result-updated", result } }, one("5", "7")],
    ["a deletion", { body: { data: { type: "result-deleted", result_id: 7 } } }, one(null, "7 deleted")],
    ["another kind", { body: { data: { type: "user-updated", result } } }, nothing],
    ["a result without an id", { body: { data: { type: "result-added" } } }, nothing],
    ["a GET", { method: "GET" }, "invalid_event"],
    ["no event", { body: "no json" }, "invalid_event"],
  ],
  suunto: [
    ["a workout", suunto(), one("ana", "w")],
    ["a user name that the database cannot store", suunto({ username: "bo\0b" }), one("bob", "w")],
    ["a signed null", signed("x-hmac-sha256-signature", null), "invalid_event"],
    ["a deletion", suunto({ type: "WORKOUT_DELETED" }), one("ana", "w deleted")],
    ["another signature", suunto({}, "another"), "wrong_secret"],
    ["another kind", suunto({ type: "SLEEP_CREATED" }), nothing],
    ["no workout", suunto({ workout: undefined }), nothing],
    ["a GET", { method: "GET" }, "invalid_event"],
    ["no event", signed("x-hmac-sha256-signature", {}), "invalid_event"],
  ],
  coros: [
    [
      "workouts",
      coros("id", secret),
      { events: [["o", "1 0/0"]], answer: { message: "ok", result: "0000" } },
    ],
    ["another id", coros("x", secret), "wrong_secret"],
    ["another secret", coros("id", "x"), "wrong_secret"],
    [
      "a check whether the webhook responds",
      { method: "GET" },
      { events: [], answer: { message: "ok", result: "0000" } },
    ],
    ["no event", { headers: { client: "id", secret } }, "invalid_event"],
  ],
  garmin: [
    ["a file", garmin([{ ...file, activityId: 7 }]), one("u", `7 {"url":"${file.callbackURL}"}`)],
    ["a file of another format", garmin([{ ...file, fileType: "GPX" }]), nothing],
    ["another application", garmin([file], "x"), "wrong_secret"],
    [
      "a revoked grant",
      { headers: { "garmin-client-id": "id" }, body: { deregistrations: [{ userId: "u" }] } },
      one("u", "deauthorized"),
    ],
    ["a GET", { method: "GET", headers: { "garmin-client-id": "id" } }, "invalid_event"],
    ["no event", { headers: { "garmin-client-id": "id" }, body: "no json" }, "invalid_event"],
  ],
}

/** The headers of a sender who knows the secret. */
const authentic: Record<ServiceName, (body: string) => Record<string, string>> = {
  strava: () => ({}),
  polar: (body) => ({ "polar-webhook-signature": hmac(body) }),
  wahoo: () => ({}),
  intervals: () => ({}),
  concept2: () => ({}),
  suunto: (body) => ({ "x-hmac-sha256-signature": hmac(body) }),
  coros: () => ({ client: "id", secret }),
  garmin: () => ({ "garmin-client-id": "id" }),
}

describe.each(Object.keys(cases) as ServiceName[])("%s, of who knows the secret", (name) => {
  test.each(["null", "7", '"event"', "[]", "[null]", "true", ""])("%j is no event", async (body) => {
    const verified = await verifiers[name](request({ body, headers: authentic[name](body) }))
    expect(verified).toEqual({ ok: false, code: "invalid_event" })
  })
})

describe.each(Object.entries(cases) as [ServiceName, (typeof cases)[ServiceName]][])("%s", (name, own) => {
  test.each(own)("%s", async (_what, sent, expected) => {
    const verified = await verifiers[name](request(sent))
    if (typeof expected === "string") return expect(verified).toEqual({ ok: false, code: expected })
    if (!verified.ok) throw new Error(verified.code)
    const events = verified.events.map(({ accountId, about }) => [
      accountId,
      about.kind === "deauthorized"
        ? about.kind
        : [about.externalId, about.deleted && "deleted", about.hint].filter(Boolean).join(" "),
    ])
    expect({ events, answer: verified.answer }).toEqual({ answer: {}, ...expected })
  })

  test("a repeated event has the same id, and another event has another", async () => {
    const [[, first] = []] = own.filter(
      ([, , expected]) => typeof expected === "object" && expected.events.length > 0,
    )
    const idsOf = async (sent: Sent) => {
      const verified = await verifiers[name](request(sent))
      return verified.ok ? verified.events.map(({ id }) => id) : []
    }
    const ids = await idsOf(first ?? {})
    expect(ids).toHaveLength(1)
    expect(await idsOf(first ?? {})).toEqual(ids)
    const all = (await Promise.all(own.map(([, sent]) => idsOf(sent)))).flat()
    // Events that differ only in formatting are equal.
    if (name !== "wahoo" && name !== "garmin") expect(new Set(all).size).toBe(all.length)
  })
})

test("Without its token, Strava's webhook accepts nothing; without its secret, Polar's accepts nothing", async () => {
  for (const sent of [handshake(), strava()])
    expect(await verifyStrava({ db: settingIs("314"), verifyToken: null }, request(sent))).toMatchObject({
      code: "wrong_secret",
    })
  const unknown = { db: settingIs(null), tokens }
  expect(await verifyPolar(unknown, request(polar()))).toMatchObject({ code: "wrong_secret" })
  expect(await verifyPolar(unknown, request({ body: { event: "PING" } }))).toMatchObject({ ok: true })
})

test("Strava's events are accepted before the subscription's id is known here", async () => {
  const verified = await verifyStrava({ db: settingIs(null), verifyToken: secret }, request(strava()))
  expect(verified).toMatchObject({ events: [{ accountId: "5" }] })
})
