/** The guards in front of every handler, each in a separate app with a simulated Node connection. */
import { Hono, type MiddlewareHandler } from "hono"
import { describe, expect, test } from "vitest"
import { sharedFiles } from "#content/phone.ts"
import { limitBody, limitExceeded } from "#primitives/body-limit.ts"
import type { AppEnv } from "../context.ts"
import { limitBodies } from "./body-limit.ts"
import { client, isHttps } from "./client.ts"
import { mergeOrigins } from "./content-security-policy.ts"
import { formPostsOnly } from "./form-posts.ts"
import { isGatewayPath } from "./gateway-path.ts"
import { limitAccounts } from "./limit-accounts.ts"
import { inWords, limitWrites } from "./limit-requests.ts"
import { localOnly } from "./local-only.ts"
import { protocolFault } from "./protocol.ts"
import type { RateLimits, RateRule } from "./rate-limits.ts"
import { readableAddress } from "./readable-address.ts"
import { sameOriginOnly } from "./same-origin.ts"
import { documentHeaders, machineHeaders, securityHeaders } from "./security-headers.ts"

const site = "http://b4m.example"

/** An app whose only route returns the body that it received. */
function guarded(...guards: MiddlewareHandler<AppEnv>[]) {
  const app = new Hono<AppEnv>()
  app.onError((_error, c) => c.text("failed", 500))
  for (const guard of guards) app.use(guard)
  app.all("*", async (c) => c.text(await c.req.raw.text()))
  return (path: string, init: RequestInit & { peer?: string } = {}) => {
    const { peer = "203.0.113.9", ...rest } = init
    const incoming = {
      headers: Object.fromEntries(new Headers(rest.headers)),
      socket: { remoteAddress: peer },
    }
    return app.request(`${site}${path}`, rest, { incoming } as never)
  }
}

describe("formPostsOnly", () => {
  const ask = guarded(formPostsOnly())
  const form = { "content-type": "application/x-www-form-urlencoded" }

  test.each(["GET", "HEAD"])("%s passes", async (method) => {
    expect((await ask("/", { method })).status).toBe(200)
  })

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS"])("%s is refused, with what is allowed", async (method) => {
    const refused = await ask("/", { method })
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
  })

  test("a form passes unchanged, whatever the case and parameters of its media type", async () => {
    expect(await (await ask("/", { method: "POST", headers: form, body: "a=1&b=%C3%A9" })).text()).toBe(
      "a=1&b=%C3%A9",
    )
    const type = { "content-type": "Application/X-WWW-Form-Urlencoded ; charset=utf-8" }
    expect((await ask("/", { method: "POST", headers: type, body: "a=1" })).status).toBe(200)
    const parts = new FormData()
    parts.set("file", new File(["\0\0"], "bytes.fit"))
    expect((await ask("/", { method: "POST", body: parts })).status).toBe(200)
  })

  test.each(["application/json", "text/plain", ""])("a POST of type %j is no form", async (type) => {
    const headers: Record<string, string> = type ? { "content-type": type } : {}
    const refused = await ask("/", { method: "POST", headers, body: new TextEncoder().encode("{}") })
    expect([refused.status, refused.headers.get("accept")]).toEqual([
      415,
      "application/x-www-form-urlencoded, multipart/form-data",
    ])
  })

  test.each([
    ["NUL in a field", form, "a=x%00y"],
    ["NUL in a name", form, "a%00=x"],
    ["multipart without a boundary", { "content-type": "multipart/form-data" }, "--x"],
    ["truncated multipart", { "content-type": "multipart/form-data; boundary=x" }, "--x\r\nContent-Disp"],
  ])("%s cannot be read", async (_what, headers, body) => {
    expect((await ask("/", { method: "POST", headers, body })).status).toBe(400)
  })
})

describe("limitBodies", () => {
  const ask = guarded(
    limitBodies([
      { prefix: "/", bytes: 2048 },
      { prefix: "/webhooks/", bytes: 1024 },
    ]),
  )
  const post = (path: string, bytes: number, announced = true) => {
    const body = announced ? "x".repeat(bytes) : new Blob(["x".repeat(bytes)]).stream()
    const headers: Record<string, string> = announced ? { "content-length": String(bytes) } : {}
    return ask(path, { method: "POST", body, headers, duplex: "half" } as RequestInit)
  }

  test.each([
    ["/", 2048, 200],
    ["/", 2049, 413],
    ["/webhooks/x", 1024, 200],
    ["/webhooks/x", 1025, 413],
    ["/rest/v1/x", 9000, 200],
  ])("%s with %i bytes: %i", async (path, bytes, status) => {
    expect((await post(path, bytes)).status).toBe(status)
    expect((await post(path, bytes, false)).status).toBe(status)
  })

  test("by default, a page accepts 1 MB and a webhook half of it", async () => {
    const usual = guarded(limitBodies())
    const send = async (path: string, bytes: number) =>
      (
        await usual(path, {
          method: "POST",
          body: "x".repeat(bytes),
          headers: { "content-length": `${bytes}` },
        })
      ).status
    expect([await send("/", 1024 * 1024), await send("/", 1024 * 1024 + 1)]).toEqual([200, 413])
    expect([await send("/webhooks/x", 512 * 1024), await send("/webhooks/x", 512 * 1024 + 1)]).toEqual([
      200, 413,
    ])
  })

  test("a list of subscribers may have 13 MB, recordings from a phone's share menu 16 MB", async () => {
    const usual = guarded(limitBodies())
    const announce = async (path: string, length: number) =>
      (await usual(path, { method: "POST", body: "x", headers: { "content-length": `${length}` } })).status
    for (const [path, most] of [
      ["/operator/newsletters/import", 13 * 1024 * 1024],
      [sharedFiles.path, 16 * 1024 * 1024],
    ] as const)
      expect([await announce(path, most), await announce(path, most + 1)]).toEqual([200, 413])
  })

  test("a body of unknown length is passed on before it is complete", async () => {
    const reached: string[] = []
    const app = new Hono<AppEnv>()
    app.onError((_error, c) => c.text("failed", 500))
    app.use(limitBodies([{ prefix: "/", bytes: 4 }]))
    app.all("*", async (c) => {
      reached.push(c.req.path)
      return c.text(await c.req.raw.text())
    })
    const init = { method: "POST", body: new Blob(["12345"]).stream(), duplex: "half" } as RequestInit
    expect((await app.request("/x", init)).status).toBe(413)
    expect(reached).toEqual(["/x"])
  })

  test("the refusal states the actual and the accepted size", async () => {
    const { message } = (await (await post("/", 3000)).json()) as { message: string }
    expect(message).toContain("has 3 kB, but at most 2 kB is accepted here")
    const megabytes = guarded(limitBodies([{ prefix: "/", bytes: 1024 * 1024 }]))
    const length = 1024 * 1024 + 1
    const large = await megabytes("/", {
      method: "POST",
      body: "x".repeat(length),
      headers: { "content-length": `${length}` },
    })
    expect(((await large.json()) as { message: string }).message).toContain("has 1.1 MB, but at most 1 MB")
  })
})

describe("limitWrites", () => {
  function counted(calls: number) {
    const taken: [rule: string, key: string][] = []
    const limits: RateLimits = {
      async take(rule: RateRule, key) {
        taken.push([rule.name, key])
        return taken.length > calls
          ? { ok: false, retryAfterSeconds: 40 }
          : { ok: true, remaining: 0, resetSeconds: 1 }
      },
    }
    return { taken, ask: guarded(client(0), limitWrites(limits)) }
  }

  test("reads and signed webhooks are not counted; writes are, by network and kind", async () => {
    const { taken, ask } = counted(10)
    for (const method of ["GET", "HEAD", "OPTIONS"]) await ask("/newsletter", { method })
    await ask("/webhooks/payments", { method: "POST" })
    expect(taken).toEqual([])
    const peer = "2001:db8:1:2::9"
    for (const path of [
      "/newsletter",
      "/rest/v1/athletes",
      "/functions/v1/create-checkout",
      "/functions/v1/create-checkout/",
    ])
      await ask(path, { method: "POST", peer })
    expect(taken.map(([rule]) => rule)).toEqual(["writes", "services", "checkouts", "checkouts"])
    expect(new Set(taken.map(([, key]) => key))).toEqual(new Set(["2001:db8:1:2::/64"]))
  })

  test("over the limit: 429 with the time to wait", async () => {
    const { ask } = counted(1)
    expect((await ask("/newsletter", { method: "POST" })).status).toBe(200)
    const refused = await ask("/newsletter", { method: "POST" })
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"])
    expect(((await refused.json()) as { message: string }).message).toContain("40 seconds")
  })

  test.each([
    [1, "1 second"],
    [119, "119 seconds"],
    [120, "2 minutes"],
    [121, "3 minutes"],
  ])("%i s is formatted as %j", (seconds, words) => expect(inWords(seconds)).toBe(words))
})

describe("limitAccounts", () => {
  const taken: string[] = []
  const limits: RateLimits = {
    async take(_rule, key) {
      taken.push(key)
      return key === "often"
        ? { ok: false, retryAfterSeconds: 61 }
        : { ok: true, remaining: 1, resetSeconds: 1 }
    },
  }
  const run = Object.assign(async () => new Response("done"), { bodyLimit: 7 })
  const { x } = limitAccounts({ x: run }, limits)
  const call = async (userId: string | null) => {
    const answer = await x?.(new Request(site), { caller: { userId, role: "anon", claims: {} } } as never)
    return [answer?.status, answer?.headers.get("retry-after")]
  }

  test("calls of signed-in members are counted by account; others are not", async () => {
    expect(await call(null)).toEqual([200, null])
    expect(taken).toEqual([])
    expect(await call("a")).toEqual([200, null])
    expect(await call("often")).toEqual([429, "61"])
    expect(taken).toEqual(["a", "often"])
    expect(x?.bodyLimit).toBe(7)
  })
})

describe("sameOriginOnly", () => {
  const ask = guarded(sameOriginOnly(site))
  const foreign = { method: "POST", headers: { "sec-fetch-site": "cross-site" } }
  test.each([
    ["/shop", { method: "POST", headers: { "sec-fetch-site": "same-origin" } }, 200],
    ["/shop", foreign, 403],
    ["/rest/v1/athletes", foreign, 200],
    ["/webhooks/payments", foreign, 200],
    ["/unsubscribe/abc", foreign, 200],
    ["/unsubscribed", foreign, 403],
    ["/shop", { method: "POST", headers: { origin: "https://evil.example", host: "b4m.example" } }, 403],
    ["/shop", { method: "POST", headers: { origin: site, host: "proxy.internal" } }, 200],
  ])("%s with %j: %i", async (path, init, status) => {
    expect((await ask(path, init)).status).toBe(status)
  })
})

test("origins of several sets are merged by kind without duplicates", () => {
  const [a, b] = ["https://a.example", "https://b.example"]
  expect(mergeOrigins({ script: [a] }, {}, { script: [b, a], frame: [b] })).toEqual({
    script: [a, b],
    frame: [b],
  })
})

test("a request without a connection has no address and is not encrypted", async () => {
  const app = new Hono<AppEnv>()
  app.use(client(0))
  app.get("/", (c) => c.json([c.var.clientAddress, c.var.https]))
  expect(await (await app.request("/")).json()).toEqual(["", false])
  const incoming = { headers: {}, socket: { encrypted: true, remoteAddress: "203.0.113.9" } }
  expect(await (await app.request("/", {}, { incoming })).json()).toEqual(["203.0.113.9", true])
  const here = new Hono<AppEnv>()
  here.use(localOnly(site))
  expect((await here.request("/")).status).toBe(404)
})

test("a form that exceeds its limit is refused as too large, not as unreadable", async () => {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => c.text(String(limitExceeded(error))))
  app.use(limitBodies([{ prefix: "/", bytes: 4 }]), formPostsOnly())
  app.all("*", (c) => c.text("read"))
  const body = new Blob(["a=1&b=2"]).stream()
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const answer = await app.request("/", { method: "POST", body, headers, duplex: "half" } as RequestInit)
  expect(answer.status).toBe(413)
})

test("a form of exactly the maximum size is not refused as unreadable", async () => {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => c.text(String(limitExceeded(error)), 500))
  app.use(async (c, next) => {
    c.req.raw = (await limitBody(c.req.raw, 4, { whole: false }))?.request ?? c.req.raw
    await next()
  })
  app.use(formPostsOnly())
  const body = new Blob(["a=1&b=2"]).stream()
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const answer = await app.request("/", { method: "POST", body, headers, duplex: "half" } as RequestInit)
  expect([answer.status, await answer.text()]).toEqual([500, "4"])
})

describe("localOnly", () => {
  const ask = guarded(localOnly("https://b4m.example"))
  test("a request without a connection is not local", async () => {
    const app = new Hono<AppEnv>()
    app.use(localOnly(site))
    for (const env of [undefined, {}]) expect((await app.request("/", {}, env as never)).status).toBe(404)
  })

  test.each([
    ["this machine", "127.0.0.1", { host: "localhost:3000" }, 200],
    ["this machine over IPv6", "::1", { host: "[::1]:3000" }, 200],
    ["this machine over IPv4-mapped IPv6", "::ffff:127.0.0.1", { host: "127.0.0.1" }, 200],
    ["this machine under the site's name", "127.0.0.1", { host: "b4m.example" }, 200],
    ["another machine", "203.0.113.9", { host: "localhost" }, 404],
    ["an address that only contains a loopback", "10.127.0.1", { host: "localhost" }, 404],
    ["through a proxy", "127.0.0.1", { host: "localhost", "x-forwarded-for": "203.0.113.9" }, 404],
    ["a name that another site points here", "127.0.0.1", { host: "evil.example" }, 404],
    ["no usable host", "127.0.0.1", { host: "a b" }, 404],
  ])("%s (%s)", async (_what, peer, headers, status) => {
    expect((await ask("/dev/outbox", { peer, headers })).status).toBe(status)
  })
})

describe("isHttps", () => {
  const socket = {} as never
  const forwarded = (proto: string) => ({ headers: { "x-forwarded-proto": proto }, socket })
  test.each([
    ["no connection", undefined, 1, false],
    ["encrypted itself", { headers: {}, socket: { encrypted: true } as never }, 0, true],
    ["a header from a client without a proxy", forwarded("https"), 0, false],
    ["the proxy's header", forwarded("https"), 1, true],
    ["the nearest proxy's header, not the client's", forwarded("https, http"), 1, false],
    ["the nearest of two proxies", forwarded("http, https"), 2, true],
    ["a proxy without the header", { headers: {}, socket }, 1, false],
  ])("%s", (_what, incoming, hops, expected) => expect(isHttps(incoming, hops)).toBe(expected))
})

test.each([
  [1, ["Host", "a"], null],
  [1, ["Accept", "host", "Host", "a"], null],
  [1, ["Host", "a", "Date", "b"], null],
  [1, ["Host", "a", "X-Host", "b"], null],
  [1, ["Host", "a", "host", "b"], 400],
  [0, ["Host", "a"], 505],
  [2, ["Host", "a"], 505],
])("HTTP/%i with headers %j: %j", (httpVersionMajor, rawHeaders, status) => {
  expect(protocolFault({ httpVersionMajor, rawHeaders })?.status ?? null).toBe(status)
})

test.each([
  ["/shop", 200],
  ["/shop?x=%0012", 400],
  ["/%00", 400],
  ["/100%25", 200],
])("the address %s: %i", async (path, status) => {
  expect((await guarded(readableAddress())(path)).status).toBe(status)
})

test.each([
  ["/auth/v1", true],
  ["/auth/v1/token", true],
  ["/storage/v1/object", true],
  ["/auth", false],
  ["/auth/?mode=sign-up", false],
  ["/auth/v12", false],
  ["/x/auth/v1", false],
])("%s belongs to the gateway: %s", (path, expected) => expect(isGatewayPath(path)).toBe(expected))

describe("security headers", () => {
  const strict = "strict-transport-security"
  test("HSTS is sent only over https", () => {
    expect(machineHeaders(true)[strict]).toBeDefined()
    expect(machineHeaders(false)[strict]).toBeUndefined()
    expect(documentHeaders({ https: true })[strict]).toBeDefined()
    expect(documentHeaders({ https: false })[strict]).toBeUndefined()
  })

  test.each([
    [undefined, "DENY"],
    ["none", "DENY"],
    ["self", "SAMEORIGIN"],
    ["any", undefined],
  ] as const)("a page that %s may frame says %s", (frameAncestors, header) => {
    expect(documentHeaders({ https: false, frameAncestors })["x-frame-options"]).toBe(header)
  })

  test("a response gets missing headers and keeps its own", async () => {
    const app = new Hono<AppEnv>()
    app.use(securityHeaders())
    app.get("/page", (c) =>
      c.html("", 200, { "content-security-policy": "default-src 'self'", "referrer-policy": "no-referrer" }),
    )
    app.get("/file", (c) => c.body("x"))
    const [page, file] = [await app.request("/page"), await app.request("/file")]
    expect(page.headers.get("content-security-policy")).toBe("default-src 'self'")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect(page.headers.get("x-frame-options")).toBeNull()
    expect(page.headers.get("x-content-type-options")).toBe("nosniff")
    expect(file.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(file.headers.get("x-frame-options")).toBe("DENY")
  })
})
