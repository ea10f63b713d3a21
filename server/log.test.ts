import { describe, expect, test } from "vitest"
import { loggedPath } from "./log/path.ts"
import { createLog } from "./log.ts"
import { requestIdFrom } from "./request-id.ts"

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog({ level: "debug", destination: { write: (line: string) => lines.push(line) } }))
  return lines
}

test("a line is JSON with level, time and message", () => {
  const [line = ""] = logged((log) => log.info({ queue: "mail", count: 3 }, "Sent"))
  expect(JSON.parse(line)).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    queue: "mail",
    count: 3,
    msg: "Sent",
  })
})

test("lines written during a request carry its id, even after waiting and in parallel", async () => {
  const lines: string[] = []
  const log = createLog({ level: "info", destination: { write: (line: string) => lines.push(line) } })
  const work = (id: string, ms: number) =>
    log.duringRequest(id, async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      log.info({ work: id }, "in")
    })
  await Promise.all([work("request-one", 20), work("request-two", 5)])
  log.info({ work: "none" }, "outside")
  const ids = lines.map((line) => JSON.parse(line)).map(({ work, requestId }) => [work, requestId])
  expect(ids).toEqual([
    ["request-two", "request-two"],
    ["request-one", "request-one"],
    ["none", undefined],
  ])
})

describe("no secret and no personal data is written", () => {
  const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
  const secrets: [string, object, string][] = [
    ["password by name", { password: "hunter2-hunter2" }, "hunter2"],
    ["nested token", { a: { refresh_token: "r3fresh-me" } }, "r3fresh"],
    ["token in camel case", { accessToken: "t0ken-t0ken" }, "t0ken"],
    ["authorization header", { headers: { authorization: "Bearer abc.def" } }, "abc.def"],
    ["cookie", { headers: { Cookie: "sid=q1w2e3" } }, "q1w2e3"],
    ["one-time code", { otp: "123456" }, "123456"],
    ["API key by name", { api_key: "k3y" }, "k3y"],
    ["email by name", { email: "ana@b4m.example" }, "ana@"],
    ["email in a text", { reason: "550 <ana.b+x@mail.b4m.example> unknown" }, "ana.b"],
    ["a person's name", { display_name: "Ana Berg", fullName: "Ana Berg" }, "Berg"],
    ["phone", { phone: "+4915112345678" }, "+49151"],
    ["address of a client", { ip: "203.0.113.77" }, "203.0.113.77"],
    ["JSON web token in a text", { note: `got ${jwt}` }, jwt],
    ["secret key in a text", { note: "key sb_secret_abcdefghijklmnopqrstuv_12345678" }, "abcdefghijkl"],
    ["payment key in a text", { note: "sk_test_4eC39HqLyjWDarjtT1zdp7dc" }, "4eC39"],
    ["query of a URL", { url: "https://b4m.example/verify?token=abc123&type=signup" }, "abc123"],
    ["fragment of a URL", { url: "https://b4m.example/#access_token=zzz999" }, "zzz999"],
    ["password in a connection string", { url: "postgres://b4m:hunter2@db/b4m" }, "hunter2"],
    ["an error's message", { error: new Error("no ana@b4m.example here") }, "ana@"],
    ["an error's cause", { error: new Error("x", { cause: new Error(`Bearer ${jwt}`) }) }, jwt],
    [
      "the details that PostgreSQL adds to an error",
      {
        error: Object.assign(new Error("duplicate key"), {
          detail: "Key (name)=(Ana Berg) exists",
          parameters: ["Ana"],
        }),
      },
      "Ana",
    ],
    ["an array", { list: [{ secret: "s3cr3t" }] }, "s3cr3t"],
    ["a path", { path: "/confirm/q7Zt0Kf2vX9bLm4RsYw8Hc3D" }, "q7Zt0"],
    ["a path inside", { request: { path: "/confirm/q7Zt0Kf2vX9bLm4RsYw8Hc3D%zz" } }, "q7Zt0"],
  ]
  test.each(secrets)("%s", (_what, fields, secret) => {
    const [line = ""] = logged((log) => log.error(fields, "Something"))
    expect(line).not.toContain(secret)
    expect(JSON.parse(line).msg).toBe("Something")
  })

  test("in the message", () => {
    const [line = ""] = logged((log) => log.warn({}, `Mail to ana@b4m.example with ${jwt}`))
    expect(JSON.parse(line).msg).toBe("Mail to [email] with [removed]")
  })

  test("an error keeps the information needed to find its cause", () => {
    const error = Object.assign(new TypeError("x is undefined"), { code: "E_X" })
    const [line = ""] = logged((log) => log.error({ error }, "Crash"))
    expect(JSON.parse(line).error).toMatchObject({
      type: "TypeError",
      code: "E_X",
      message: "x is undefined",
    })
    expect(JSON.parse(line).error.stack).toMatch(/^at .*log\.test\.ts/)
  })
})

test.each([
  ["/blog/building-better-habits-30-day-guide", "/blog/building-better-habits-30-day-guide"],
  ["/athletes/maya-okafor", "/athletes/maya-okafor"],
  ["/orders/42", "/orders/:id"],
  ["/auth/v1/admin/users/6f9619ff-8b86-d011-b42d-00c04fc964ff", "/auth/v1/admin/users/:id"],
  ["/unsubscribe/k7Jh2mQ9xTz4Wv8Rb1Lc5Nd3", "/unsubscribe/:id"],
  ["/preferences/0123456789abcdef0123", "/preferences/:id"],
  ["/race/3f9c01aa27d54b6e88c1f04d2b7a95e6c0d3f1b2.data", "/race/:id"],
  ["/who/ana@b4m.example", "/who/:id"],
  ["/confirm/q7Zt0Kf2vX9bLm4RsYw8Hc3D%zz", "/confirm/:id"],
  ["/confirm/q7Zt0Kf2vX9bLm4RsYw8Hc3D).data", "/confirm/:id"],
  [`/${"word-".repeat(60)}`, `/${"word-".repeat(60)}`.slice(0, 120)],
])("the path %s is logged as %s", (path, expected) => {
  expect(loggedPath(path)).toBe(expected)
})

test("a valid request id is kept, anything else is replaced", () => {
  expect(requestIdFrom("01J9ZK3V-abc.def:1")).toBe("01J9ZK3V-abc.def:1")
  for (const bad of [
    undefined,
    "",
    "short",
    "a".repeat(65),
    "with space 12",
    "line\nbreak12",
    "<script>alert",
  ])
    expect(requestIdFrom(bad)).toMatch(/^[0-9a-f-]{36}$/)
})

test("the text format has the time, the level, the message and its fields", () => {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  const log = createLog({ level: "info", format: "text", destination })
  log.info({ files: 23, ms: 1200 }, "Migrations applied")
  log.error({ error: new TypeError("x is not a function") }, "A part did not close cleanly")
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info Migrations applied \(files: 23, ms: 1200\)\n$/)
  expect(lines[1]).toMatch(
    /^\d\d:\d\d:\d\d error A part did not close cleanly \(error: \{.*"x is not a function".*\}\n {4}at /,
  )
})
