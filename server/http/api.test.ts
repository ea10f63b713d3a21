import { createServer, request as httpRequest, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate } from "node:timers/promises"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { createLog } from "../process/log.ts"
import { createApi } from "./api.ts"
import { createRateLimits } from "./guard/rate-limits.ts"
import { documentHeaders } from "./guard/security-headers.ts"
import { createMetrics } from "./metrics.ts"

type ApiOptions = Parameters<typeof createApi>[0]

let testWorld: TestWorld
let server: Server
let url: string
const lines: string[] = []
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

let reasons: Record<string, string | null>
let isStuck: boolean
const stopping = new AbortController()

beforeAll(async () => {
  testWorld = await createTestWorld()
  const log = createLog({ level: "debug", destination: { write: (line: string) => lines.push(line) } })
  const gateway = new Hono()
  gateway.post("/functions/v1/echo", async (c) => c.text(await c.req.text()))
  gateway.get("/functions/v1/crash", () => {
    throw new Error("secret of ana@mail.example")
  })
  const options: ApiOptions = {
    world: testWorld.world,
    log,
    metrics: createMetrics(),
    metricsToken: "m".repeat(40),
    hops: 1,
    rateLimits: createRateLimits({
      db: testWorld.world.db,
      log,
      hashKey: "k".repeat(32),
      patienceMs: 60_000,
    }),
    readyChecks: ["database", "migrations"].map((name) => ({
      name,
      reason: async () => reasons[name] ?? null,
    })),
    database: { isStuck: () => isStuck },
    stopping: stopping.signal,
    outbox: { list: async () => ["a.eml"], read: async (name) => (name === "a.eml" ? mail : null) },
    gateway: gateway as unknown as ApiOptions["gateway"],
    pages: {
      async fetch(request, page) {
        const { pathname } = new URL(request.url)
        if (pathname === "/away") throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
        if (pathname.endsWith("/waits-without-limit")) return new Promise<Response>(() => {})
        if (pathname === "/crash") throw new Error("in a page")
        if (pathname === "/swallows") return new Response(await request.text().catch(() => "fine"))
        if (pathname === "/form") return new Response(`${(await request.text()).length} characters`)
        const headers = {
          "content-type": "text/html",
          ...documentHeaders({ https: page.https, nonce: "n0nce" }),
        }
        return new Response(`<p>${page.requestId}</p>`, { headers })
      },
      embedScript: async () => ({ code: "", hash: "sha256-AAAA" }),
      screenScript: async () => ({ code: "", hash: "sha256-AAAA", font: "/font.woff2" }),
    },
  }
  const app = createApi(options)
  server = createServer(getRequestListener((request, env) => app.fetch(request, env as HttpBindings)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await testWorld.close()
})
beforeEach(() => {
  reasons = {}
  isStuck = false
  lines.length = 0
})

const mail = Buffer.from(
  [
    "From: B4M <hello@b4m.example>",
    "To: Ana@mail.example",
    "Subject: =?UTF-8?Q?Confirm_<script>alert(1)</script>?=",
    "Date: Fri, 20 Nov 2026 12:00:00 +0000",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Go to http://b4m.test/verify?token=abc",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<script>steal()</script><p>Hello</p>",
    "--b--",
    "",
  ].join("\r\n"),
)

const browser = { accept: "text/html,application/xhtml+xml" }
/** Each test that writes is a different visitor, behind the one trusted proxy. */
let visitor = 0
const from = () => ({ "x-forwarded-for": `203.0.113.${++visitor}` })
const form = { "content-type": "application/x-www-form-urlencoded" }

describe("health", () => {
  test("/health responds 200 regardless of the database", async () => {
    reasons = { database: "away" }
    const response = await fetch(`${url}/health`)
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }])
  })

  test("/health responds 503 if only a restart of the process can help", async () => {
    isStuck = true
    expect((await fetch(`${url}/health`)).status).toBe(503)
  })

  test("/ready responds 503 with the reasons, or 200 if there are none", async () => {
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    reasons = { migrations: "2 migrations are not applied" }
    const response = await fetch(`${url}/ready`)
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: "not ready", reasons: { migrations: "2 migrations are not applied" } },
    ])
  })
})

describe("while the database is unavailable", () => {
  test("a person gets a page and a program a code, with 503 and Retry-After", async () => {
    const page = await fetch(`${url}/away`, { headers: browser })
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await page.text()).toContain("We cannot reach our database right now")
    const answer = await fetch(`${url}/away`)
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await answer.json()).toMatchObject({ code: "unavailable" })
  })

  test("the response to a write says that it may have been saved", async () => {
    const answer = await fetch(`${url}/away`, {
      method: "POST",
      body: "a=1",
      headers: { ...form, ...from() },
    })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("may have been saved") })
  })

  test("requests that would wait without limit are answered within 6 seconds, in the console too", {
    retry: 0,
  }, async () => {
    const ask = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(40_000) })
    const answers = await Promise.all(
      ["/waits-without-limit", "/operator/waits-without-limit"].map(async (path) => {
        const { status, headers } = await ask(path)
        return [status, headers.get("retry-after")]
      }),
    )
    expect(answers).toEqual([
      [503, "5"],
      [503, "5"],
    ])
  })

  test("a form is returned with all values and its key, and can be sent again unchanged", async () => {
    const typed = {
      name: "Ana & Bo",
      note: '\nA "first" line\n<b>second</b>',
      stamp: "k1.abc",
      password: "hunter2",
    }
    const body = new URLSearchParams(typed)
    const headers = { ...form, ...browser, ...from() }
    const page = await fetch(`${url}/away?from=here`, { method: "POST", body, headers })
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"])
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'")
    const html = await page.text()
    expect(html).toContain("it will not be saved twice")
    expect(html).toContain('<form method="post" action="/away?from=here">')
    expect(html).toContain('<input type="hidden" name="stamp" value="k1.abc">')
    expect(html).toMatch(/<textarea name="name"[^>]*>\nAna &amp; Bo<\/textarea>/)
    expect(html).toMatch(
      /<textarea name="note"[^>]*>\n\nA &quot;first&quot; line\n&lt;b&gt;second&lt;\/b&gt;<\/textarea>/,
    )
    expect(html).not.toContain("hunter2")
  })
})

describe("metrics", () => {
  test.each([undefined, "Bearer wrong", `Basic ${"m".repeat(40)}`, "Bearer ", `Bearer ${"m".repeat(39)}`])(
    "%s gets 401",
    async (authorization) => {
      const response = await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })
      expect(response.status).toBe(401)
      expect(response.headers.get("www-authenticate")).toBe("Bearer")
    },
  )

  test("with the token, the response is Prometheus text with counts of responses", async () => {
    await fetch(`${url}/some/page/42`, { headers: browser })
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${"m".repeat(40)}` } })
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="page",status="200"\} \d+/)
    expect(text).toContain("process_resident_memory_bytes")
    expect(text).not.toContain("/some/page")
  })
})

describe("request ids and the log", () => {
  test("a valid id is kept, returned and shown on the page", async () => {
    const response = await fetch(`${url}/x`, { headers: { ...browser, "x-request-id": "from-the-proxy-1" } })
    expect(response.headers.get("x-request-id")).toBe("from-the-proxy-1")
    expect(await response.text()).toBe("<p>from-the-proxy-1</p>")
    expect(logged()).toMatchObject([
      { requestId: "from-the-proxy-1", method: "GET", route: "page", status: 200 },
    ])
  })

  test("the log line contains no query, token, address or cookie", async () => {
    await fetch(`${url}/unsubscribe/k7Jh2mQ9xTz4Wv8Rb1Lc5Nd3?email=ana@mail.example&token=t0k3n`, {
      headers: { ...browser, ...from(), cookie: "sid=c00kie", authorization: "Bearer b34rer" },
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/k7Jh2|ana@|t0k3n|c00kie|b34rer|203\.0\.113|email/)
    expect(logged()[0]).toMatchObject({ path: "/unsubscribe/:id", ms: expect.any(Number) })
  })
})

describe("errors", () => {
  test("a crash for a program: 500 as JSON with the request's id, logged once, revealing nothing", async () => {
    const response = await fetch(`${url}/functions/v1/crash`)
    expect(response.status).toBe(500)
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      code: "unexpected_failure",
      requestId: response.headers.get("x-request-id"),
    })
    expect(JSON.stringify(body)).not.toMatch(/secret|ana/)
    const crashes = logged().filter(({ level }) => level === "error")
    expect(crashes).toMatchObject([{ requestId: body.requestId, msg: "A handler crashed" }])
    expect(JSON.stringify(crashes)).not.toContain("ana@mail.example")
  })

  test("a crash for a person: a page with the request's id", async () => {
    const response = await fetch(`${url}/crash`, { headers: browser })
    expect(response.status).toBe(500)
    expect(response.headers.get("content-type")).toMatch(/^text\/html/)
    const text = await response.text()
    expect(text).toContain("Unexpected Application Error!")
    expect(text).toContain(response.headers.get("x-request-id"))
  })

  test("not found: JSON on API paths, even for a browser", async () => {
    const response = await fetch(`${url}/rest/v1/nothing`, { headers: browser })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, "not_found"])
  })

  test.each(["auth", "rest", "functions", "storage", "realtime"])(
    "/%s belongs to the gateway only with its version",
    async (service) => {
      const gateways = [`/${service}/v1`, `/${service}/v1?a=b`, `/${service}/v1/nothing?a=b`]
      const pages = ["", "/", "?a=b", "/?a=b", "/nothing?a=b", "/v1nothing", "/v10/nothing"].map(
        (end) => `/${service}${end}`,
      )
      const typeOf = async (path: string) =>
        (await fetch(url + path, { headers: browser })).headers.get("content-type")
      for (const path of gateways) expect.soft(await typeOf(path), path).toMatch(/^application\/json/)
      for (const path of pages) expect.soft(await typeOf(path), path).toMatch(/^text\/html/)
      const sent = await fetch(`${url}/${service}/`, {
        method: "POST",
        headers: { ...browser, ...from(), ...form, "sec-fetch-site": "cross-site" },
        body: "a=1",
      })
      expect(sent.status).toBe(403)
    },
  )
})

describe("security headers", () => {
  test("a page keeps its policy, and API responses may not load or run anything", async () => {
    const page = await fetch(`${url}/`, { headers: browser })
    expect(page.headers.get("content-security-policy")).toContain("'nonce-n0nce'")
    const api = await fetch(`${url}/health`)
    expect(api.headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    for (const { headers } of [page, api]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin")
      expect(headers.get("strict-transport-security")).toBeNull()
    }
  })

  test("HSTS is sent only if the trusted proxy reports https", async () => {
    const secure = await fetch(`${url}/health`, { headers: { "x-forwarded-proto": "https" } })
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains")
    const forged = await fetch(`${url}/health`, { headers: { "x-forwarded-proto": "https, http" } })
    expect(forged.headers.get("strict-transport-security")).toBeNull()
  })
})

describe("changes", () => {
  test("a form from another site is refused with a message, our own is accepted", async () => {
    const send = (site: string) =>
      fetch(`${url}/form`, {
        method: "POST",
        body: "a=1",
        headers: { ...browser, ...from(), ...form, "sec-fetch-site": site },
      })
    const refused = await send("cross-site")
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain("This form was sent from another site.")
    expect(await (await send("same-origin")).text()).toBe("3 characters")
  })

  test("a function may be called from any origin, because it requires its own key", async () => {
    const headers = { ...from(), "sec-fetch-site": "cross-site", origin: "https://partner.example" }
    expect((await fetch(`${url}/functions/v1/echo`, { method: "POST", body: "hi", headers })).status).toBe(
      200,
    )
  })

  test("a body that declares an excessive length is refused before it is sent", async () => {
    const response = await fetch(`${url}/form`, {
      method: "POST",
      body: "x".repeat(1_100_000),
      headers: { ...from(), ...form },
    })
    expect(response.status).toBe(413)
    expect(((await response.json()) as { message: string }).message).toBe(
      "What was sent has 1.1 MB, but at most 1 MB is accepted here.",
    )
  })

  test("a body of unknown length is cut off once it exceeds the limit", async () => {
    const muchMore = 64 * 1024 * 1024
    let sent = 0
    // Yields to other tasks, as a network does: a body that never pauses can prevent this process from reading the
    // response and meanwhile fill the memory.
    const long = new ReadableStream({
      async pull(controller) {
        await setImmediate()
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
        if (sent >= muchMore) controller.close()
      },
    })
    const response = await fetch(`${url}/form`, {
      method: "POST",
      body: long,
      headers: { ...from(), ...form },
      duplex: "half",
    } as RequestInit).catch((error: unknown) => error)
    // The response may arrive while the client is still sending; some clients then see the closed connection first.
    if (typeof response === "object" && response && "status" in response) expect(response.status).toBe(413)
    else expect(String(response)).toMatch(/fetch failed|EPIPE|ECONNRESET/)
    expect(sent).toBeLessThan(8 * 1024 * 1024)
    await expect.poll(() => logged().at(-1)).toMatchObject({ status: 413, msg: "request" })
  })

  test("a handler that ignores the error of a truncated body cannot respond with success", async () => {
    const body = new Blob(["x".repeat(1_200_000)]).stream()
    const init = { method: "POST", body, headers: { ...from(), ...form }, duplex: "half" } as RequestInit
    expect((await fetch(`${url}/swallows`, init)).status).toBe(413)
  })

  test("a body of unknown length within the limit arrives completely", async () => {
    const body = new Blob(["x".repeat(300_000)]).stream()
    const init = { method: "POST", body, headers: { ...from(), ...form }, duplex: "half" } as RequestInit
    expect(await (await fetch(`${url}/form`, init)).text()).toBe("300000 characters")
  })

  test("too many requests from one address: 429 with a waiting time; others are not affected", async () => {
    const headers = { ...from(), ...form }
    const send = (more: Record<string, string> = headers) =>
      fetch(`${url}/form`, { method: "POST", body: "a", headers: more })
    const { sql } = testWorld.world.db
    const others = (await sql<{ key: string }>`select key from private.rate_limits`).map(({ key }) => key)
    expect((await send()).status).toBe(200)
    // Simulates that it was the 599th.
    await sql`update private.rate_limits set points = points + 598 where not key = any(${others})`
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(((await refused.json()) as { message: string }).message).toMatch(
      /^Too many requests came from here\. Try again in /,
    )
    const line = logged().findLast(({ status }) => status === 429)
    expect(line).toMatchObject({ network: "203.0.113.0/24" })
    // A forged entry further left does not change the client's address.
    expect(
      (await send({ ...headers, "x-forwarded-for": `9.9.9.9, ${headers["x-forwarded-for"]}` })).status,
    ).toBe(429)
    expect((await send({ ...form, ...from() })).status).toBe(200)
    expect((await fetch(`${url}/`, { headers: { ...browser, ...headers } })).status).toBe(200)
  })
})

describe("addresses", () => {
  test.each([
    "/form/a%00b",
    "/?q=%00",
    "/boards/seasons/a%00b.json",
    "/health?%00",
    "/functions/v1/echo?x=%00",
  ])("%s contains NUL: 400", async (path) => {
    const response = await fetch(url + path, { headers: browser })
    expect([path, response.status]).toEqual([path, 400])
  })

  test.each([
    "/confirm/token-of-somebody%zz",
    "/confirm/t%zz.data",
    "/athletes/%E0%A4%A",
    "/operator/%zz",
    "/boards/%c0",
  ])("%s cannot be decoded: 400 with a message, for any method", async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(url + path, { method, headers: { ...browser, ...from() } })
      expect([method, response.status]).toEqual([method, 400])
      expect(await response.text()).toContain("percent sign")
    }
  })

  test("valid percent-encoding is accepted", async () => {
    expect((await fetch(`${url}/a%2000%25?q=%20`, { headers: browser })).status).toBe(200)
  })
})

describe("forms of pages", () => {
  const send = async (init: RequestInit & { type?: string }) => {
    const { type, ...rest } = init
    const headers: Record<string, string> = {
      ...browser,
      ...from(),
      ...(type ? { "content-type": type } : {}),
    }
    return fetch(`${url}/form`, { method: "POST", ...rest, headers })
  }
  const multipart = "multipart/form-data; boundary=x"
  const part = (text: string) => `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n`

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
    "%s: 405 with the allowed methods",
    async (method) => {
      const response = await send({ method })
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
      expect(await response.text()).toContain("Pages can be read with GET")
    },
  )

  test.each([
    ["application/json", "{}"],
    ["text/plain", "a=1"],
    ["", new Uint8Array([1])],
    ["multipart/form-datax", part("1")],
  ])("POST of %s: 415", async (type, body) => {
    const response = await send({ type, body })
    expect([response.status, response.headers.get("accept")]).toEqual([
      415,
      "application/x-www-form-urlencoded, multipart/form-data",
    ])
    expect(await response.text()).toContain("This is not a form")
  })

  test.each([
    ["broken off", multipart, part("1")],
    ["without a boundary", "multipart/form-data", part("1")],
    ["with another boundary", "multipart/form-data; boundary=y", `${part("1")}--x--`],
    ["with NUL", multipart, `${part("a\0b")}--x--`],
    ["with encoded NUL", form["content-type"], "a=b%00c"],
    ["with NUL in a name", form["content-type"], "a%00=b"],
  ])("a form %s: 400", async (_what, type, body) => {
    const response = await send({ type, body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("This form cannot be read")
  })

  test("a form arrives completely", async () => {
    const whole = `${part("Ana")}--x--`
    expect(await (await send({ type: multipart, body: whole })).text()).toBe(`${whole.length} characters`)
    expect(await (await send({ type: form["content-type"], body: "" })).text()).toBe("0 characters")
    expect(
      await (await send({ type: "Application/X-WWW-Form-Urlencoded; charset=UTF-8", body: "a=1" })).text(),
    ).toBe("3 characters")
  })
})

describe("/dev/outbox", () => {
  test("lists and opens mails, whose scripts do not run", async () => {
    const list = await (await fetch(`${url}/dev/outbox`)).text()
    expect(list).toContain('<a href="/dev/outbox/a.eml">Confirm &lt;script&gt;alert(1)&lt;/script&gt;</a>')
    const opened = await fetch(`${url}/dev/outbox/a.eml`)
    expect(await opened.text()).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    const html = await fetch(`${url}/dev/outbox/a.eml/html`)
    const policy = html.headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/)
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
    expect(html.headers.get("x-frame-options")).not.toBe("DENY")
    expect(await (await fetch(`${url}/dev/outbox/a.eml/source`)).text()).toBe(mail.toString())
    expect((await fetch(`${url}/dev/outbox/none.eml`)).status).toBe(404)
  })

  test("returns JSON for tests", async () => {
    const mails = await (await fetch(`${url}/dev/outbox.json?to=ana@mail.example`)).json()
    expect(mails).toMatchObject([{ to: "ana@mail.example", links: ["http://b4m.test/verify?token=abc"] }])
    expect(await (await fetch(`${url}/dev/outbox.json?to=ben@mail.example`)).json()).toEqual([])
  })

  test("is not accessible through a proxy or under another site's name", async () => {
    expect((await fetch(`${url}/dev/outbox`, { headers: from() })).status).toBe(404)
    // fetch does not allow setting the Host header.
    const status = await new Promise((resolve) => {
      httpRequest(`${url}/dev/outbox`, { headers: { host: "rebound.evil.example" } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).end()
    })
    expect(status).toBe(404)
  })
})
