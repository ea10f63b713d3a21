import { setTimeout as sleep } from "node:timers/promises"
import { FunctionRegion } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { GatewayFunction } from "#platform/gateway/contract.ts"
import { type LocalServer, startLocal } from "../support/server.ts"

const ann = "11111111-1111-4111-8111-111111111111"
let server: LocalServer
/** Resolves when the function `slow` learns that its caller is gone. */
let hungUp: Promise<void>

const functions: Record<string, GatewayFunction> = {
  async mirror(request, { caller, requestId }) {
    const bytes = Buffer.from(await request.clone().arrayBuffer())
    const type = request.headers.get("content-type") ?? ""
    const form = type.startsWith("multipart/form-data") ? await request.formData() : null
    const file = form?.get("file")
    return Response.json({
      method: request.method,
      type: type.split(";")[0],
      path: new URL(request.url).pathname,
      query: Object.fromEntries(new URL(request.url).searchParams),
      text: form ? null : bytes.toString("utf8"),
      hex: form ? null : bytes.toString("hex"),
      form: form
        ? { field: form.get("field"), file: file instanceof File ? [file.name, await file.text()] : null }
        : null,
      header: request.headers.get("x-mine"),
      region: request.headers.get("x-region"),
      caller,
      requestId,
    })
  },
  text: () => new Response("plain", { headers: { "content-type": "text/plain" } }),
  bytes: () =>
    new Response(new Uint8Array([0, 255, 1]), { headers: { "content-type": "application/octet-stream" } }),
  nothing: () => new Response(null, { status: 204 }),
  form() {
    const form = new FormData()
    form.set("answer", "42")
    return new Response(form)
  },
  refuse: () => Response.json({ error: "No stock" }, { status: 409, headers: { "x-reason": "stock" } }),
  crash() {
    throw new Error("password=hunter2")
  },
  events: () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          for (const word of ["one", "two", "three"]) {
            controller.enqueue(new TextEncoder().encode(`data: ${word}\n\n`))
            await sleep(60)
          }
          controller.close()
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    ),
  async slow(request) {
    const { promise, resolve } = Promise.withResolvers<void>()
    hungUp = promise
    request.signal.addEventListener("abort", () => resolve())
    await Promise.race([promise, sleep(5000)])
    return new Response("late")
  },
  large: Object.assign(
    async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength)),
    {
      bodyLimit: 200 * 1024,
    },
  ),
  allowed: () =>
    new Response("ok", { headers: { "access-control-expose-headers": "x-special", "x-special": "1" } }),
}

beforeAll(async () => {
  server = await startLocal({ functions, bodyLimits: { functions: 64 * 1024 } })
})
afterAll(() => server.close())

const invoke = (name: string, options?: object) => server.client().functions.invoke(name, options)

test("invoke: an object is sent and returned as JSON", async () => {
  const { data, error, response } = await invoke("mirror", { body: { name: "Ada" } })
  expect(error).toBeNull()
  expect(data).toMatchObject({ method: "POST", type: "application/json", text: '{"name":"Ada"}' })
  expect(response?.status).toBe(200)
})

test("invoke: text, Blob, ArrayBuffer, File and FormData arrive as they were sent", async () => {
  expect((await invoke("mirror", { body: "hello" })).data).toMatchObject({
    type: "text/plain",
    text: "hello",
  })
  expect((await invoke("mirror", { body: new Blob([new Uint8Array([0, 255])]) })).data).toMatchObject({
    type: "application/octet-stream",
    hex: "00ff",
  })
  expect((await invoke("mirror", { body: new Blob(["<p>"], { type: "text/html" }) })).data).toMatchObject({
    type: "text/html",
    text: "<p>",
  })
  expect((await invoke("mirror", { body: new Uint8Array([1, 2, 3]).buffer })).data).toMatchObject({
    hex: "010203",
  })
  const form = new FormData()
  form.set("field", "value")
  form.set("file", new File(["content"], "a.txt"))
  expect((await invoke("mirror", { body: form })).data.form).toEqual({
    field: "value",
    file: ["a.txt", "content"],
  })
  expect(
    (
      await invoke("mirror", {
        body: "a=1",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      })
    ).data,
  ).toMatchObject({ type: "application/x-www-form-urlencoded", text: "a=1" })
})

test("invoke: a call without a body is an empty POST", async () => {
  expect((await invoke("mirror")).data).toMatchObject({ method: "POST", text: "" })
})

test.each(["GET", "PUT", "PATCH", "DELETE"])("invoke: the method %s reaches the function", async (method) => {
  expect((await invoke("mirror", { method, ...(method !== "GET" && { body: { x: 1 } }) })).data.method).toBe(
    method,
  )
})

test("invoke: headers, the region and a path after the name reach the function", async () => {
  const { data } = await invoke("mirror/below?q=1", {
    headers: { "x-mine": "yes" },
    region: FunctionRegion.EuWest1,
  })
  expect(data).toMatchObject({
    header: "yes",
    region: "eu-west-1",
    path: "/functions/v1/mirror/below",
    query: { q: "1", forceFunctionRegion: "eu-west-1" },
  })
})

test("invoke: responses as text, bytes, form data and without a body", async () => {
  expect((await invoke("text")).data).toBe("plain")
  expect(Buffer.from(await (await invoke("bytes")).data.arrayBuffer()).toString("hex")).toBe("00ff01")
  expect((await invoke("form")).data.get("answer")).toBe("42")
  const nothing = await invoke("nothing")
  expect([nothing.error, nothing.response?.status]).toEqual([null, 204])
})

test("invoke: a stream arrives piece by piece", async () => {
  const { data } = await invoke("events")
  const reader = data.body.getReader()
  const pieces: string[] = []
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(new TextDecoder().decode(piece.value))
  }
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join("")).toBe("data: one\n\ndata: two\n\ndata: three\n\n")
})

test("error: a function's refusal is a FunctionsHttpError with its response", async () => {
  const { data, error, response } = await invoke("refuse")
  expect([data, error.name, error.context.status, error.context.headers.get("x-reason")]).toEqual([
    null,
    "FunctionsHttpError",
    409,
    "stock",
  ])
  expect(await response?.json()).toEqual({ error: "No stock" })
})

test("error: a crash returns 500 without details, and is logged", async () => {
  const { error } = await invoke("crash")
  expect([error.name, error.context.status]).toEqual(["FunctionsHttpError", 500])
  expect(await error.context.text()).not.toContain("hunter2")
  expect(
    server.log.entries.filter(({ level }) => level === "error").map(({ fields }) => fields),
  ).toMatchObject([{ function: "crash" }])
})

test("error: an unknown function is a 404", async () => {
  for (const name of ["nope", "constructor", "__proto__", "hasOwnProperty"]) {
    const { error } = await invoke(name)
    expect([error.name, error.context.status]).toEqual(["FunctionsHttpError", 404])
  }
})

test("error: a refusal by the gateway is a FunctionsRelayError", async () => {
  const wrongKey = await server.client({ key: "sb_publishable_wrong" }).functions.invoke("text")
  expect([wrongKey.error.name, wrongKey.error.context.status]).toEqual(["FunctionsRelayError", 401])
  const wrongToken = await server.client({ token: "a.b.c" }).functions.invoke("text")
  expect([wrongToken.error.name, wrongToken.error.context.status]).toEqual(["FunctionsRelayError", 401])
  const noKey = await fetch(`${server.url}/functions/v1/text`, { method: "POST" })
  expect([noKey.status, noKey.headers.get("x-relay-error")]).toEqual([401, "true"])
})

test("error: no connection is a FunctionsFetchError", async () => {
  const invoker = Object.assign(server.client().functions, { url: "http://127.0.0.1:9/functions/v1" })
  const { data, error } = await invoker.invoke("text")
  expect([data, error.name]).toEqual([null, "FunctionsFetchError"])
})

test("caller: key, member and service are distinguished", async () => {
  const caller = async (options: Parameters<LocalServer["client"]>[0]) =>
    (await server.client(options).functions.invoke("mirror")).data.caller
  expect(await caller({})).toMatchObject({ role: "anon", userId: null })
  expect(await caller({ key: server.keys.secret })).toMatchObject({ role: "service_role", userId: null })
  const token = await server.issuer.token({ sub: ann, aal: "aal2" })
  expect(await caller({ token })).toMatchObject({
    role: "authenticated",
    userId: ann,
    claims: { aal: "aal2" },
  })
})

test("caller: setAuth sets the token explicitly", async () => {
  const client = server.client()
  const { functions: invoker } = client
  invoker.setAuth(await server.issuer.token({ sub: ann }))
  expect((await invoker.invoke("mirror")).data.caller.userId).toBe(ann)
})

test("abort: a signal and a timeout abort the call, and the function is notified", async () => {
  const controller = new AbortController()
  const aborted = invoke("slow", { signal: controller.signal })
  await sleep(150)
  controller.abort()
  expect((await aborted).error.name).toBe("FunctionsFetchError")
  await hungUp
  const timedOut = await invoke("slow", { timeout: 150 })
  expect(timedOut.error.name).toBe("FunctionsFetchError")
  await hungUp
})

test("limits: a body that is too large is refused, announced or streamed", async () => {
  const large = "x".repeat(100 * 1024)
  expect((await invoke("mirror", { body: large })).error.context.status).toBe(413)
  const body = new Blob([large]).stream()
  const streamed = await fetch(`${server.url}/functions/v1/mirror`, {
    method: "POST",
    headers: { apikey: server.keys.publishable },
    body,
    duplex: "half",
  } as RequestInit)
  expect(streamed.status).toBe(413)
})

test("limits: a function may have its own limit", async () => {
  expect((await invoke("large", { body: "x".repeat(150 * 1024) })).data).toBe(String(150 * 1024))
  expect((await invoke("large", { body: "x".repeat(201 * 1024) })).error.context.status).toBe(413)
})

test.each(["functions/v1/large", "rest/v1/clubs"])(
  "limits: the body of a request by a stranger to %s is not read",
  async (path) => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(1024))
          if (pulled > 100) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await server.gateway.app.request(`http://gateway.test/${path}`, {
      method: "POST",
      headers: { apikey: "sb_publishable_wrong" },
      body,
      duplex: "half",
    } as RequestInit)
    expect(answer.status).toBe(401)
    // Only what a stream buffers ahead of its reader.
    expect(pulled).toBeLessThan(4)
  },
)

test("request id: the caller's is kept if well-formed, otherwise generated", async () => {
  const call = (id: string) =>
    fetch(`${server.url}/functions/v1/mirror`, {
      method: "POST",
      headers: { apikey: server.keys.publishable, "x-request-id": id },
    })
  const kept = await call("trace-12345")
  expect([kept.headers.get("x-request-id"), (await kept.json()).requestId]).toEqual([
    "trace-12345",
    "trace-12345",
  ])
  const made = await call("<script>alert(1)</script>")
  expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
})

test("cors: a preflight succeeds for every service without a key", async () => {
  for (const path of ["/functions/v1/text", "/rest/v1/clubs", "/auth/v1/token", "/storage/v1/object/x"]) {
    const answer = await fetch(server.url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-client-info,apikey,content-type,x-my-own",
      },
    })
    expect([path, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([path, 204, "*"])
    const allowed = answer.headers.get("access-control-allow-headers")?.split(", ")
    for (const name of [
      "authorization",
      "x-client-info",
      "apikey",
      "content-type",
      "x-my-own",
      "prefer",
      "x-supabase-api-version",
    ]) {
      expect(allowed).toContain(name)
    }
    expect(answer.headers.get("access-control-allow-methods")).toContain("PATCH")
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
  }
})

test("cors: responses and refusals can be read by any page", async () => {
  const good = await fetch(`${server.url}/functions/v1/allowed`, {
    headers: { apikey: server.keys.publishable },
  })
  expect(good.headers.get("access-control-allow-origin")).toBe("*")
  const exposed = good.headers.get("access-control-expose-headers")
  for (const name of ["x-special", "x-relay-error", "content-range", "x-total-count"])
    expect(exposed).toContain(name)
  const bad = await fetch(`${server.url}/rest/v1/clubs`)
  expect([bad.status, bad.headers.get("access-control-allow-origin")]).toEqual([401, "*"])
})
