import { Hono } from "hono"
import { expect, test } from "vitest"
import type { AppEnv } from "../context.ts"
import { accountCookie } from "../sessions/cookie.ts"
import { sameOriginOnly } from "./same-origin.ts"

const site = "https://b4m.example"
const post = { method: "POST", fetchSite: undefined, origin: undefined, host: "b4m.example", session: false }

test.each([
  ["our own form", { ...post, fetchSite: "same-origin", origin: site }, true],
  ["typed by the visitor", { ...post, fetchSite: "none" }, true],
  ["another site's form", { ...post, fetchSite: "cross-site", origin: "https://evil.example" }, false],
  ["a sibling subdomain", { ...post, fetchSite: "same-site", origin: "https://x.b4m.example" }, false],
  ["another site that forges only Origin", { ...post, fetchSite: "cross-site", origin: site }, false],
  ["an older browser, our own", { ...post, origin: site }, true],
  ["an older browser, another site", { ...post, origin: "https://evil.example" }, false],
  ["an older browser, a page without an origin", { ...post, origin: "null" }, false],
  [
    "this machine by another of its names",
    { ...post, origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" },
    true,
  ],
  [
    "another port of this machine",
    { ...post, origin: "http://localhost:8080", host: "localhost:3000" },
    false,
  ],
  ["a program that is not a browser", post, true],
  ["a mail provider's one-click unsubscribe", post, true],
  ["a session with an Origin header", { ...post, session: true, origin: site }, true],
  ["a session, fetched by our own page", { ...post, session: true, fetchSite: "same-origin" }, true],
  ["a session without origin headers", { ...post, session: true }, false],
  ["a session, from the share menu of a phone", { ...post, session: true, fetchSite: "none" }, true],
  ["a session, another site", { ...post, session: true, origin: "https://evil.example" }, false],
  ["a session, read from anywhere", { ...post, session: true, method: "GET", fetchSite: "cross-site" }, true],
  ["no origin for a request without a host", { ...post, origin: "null", host: undefined }, false],
  ["reading from anywhere", { ...post, method: "GET", fetchSite: "cross-site" }, true],
  ["deleting from another site", { ...post, method: "DELETE", fetchSite: "cross-site" }, false],
  ["an unknown method from another site", { ...post, method: "FROB", fetchSite: "cross-site" }, false],
])("%s", async (_what, request, expected) => {
  const app = new Hono<AppEnv>().use(sameOriginOnly(site)).all("/form", (c) => c.text("done"))
  const { method, ...headers } = request
  const given = Object.entries({
    "sec-fetch-site": headers.fetchSite,
    origin: headers.origin,
    host: headers.host,
    cookie: headers.session ? `${accountCookie.name}=token` : undefined,
  })
  const sent = given.filter((header): header is [string, string] => header[1] !== undefined)
  const { status } = await app.request("/form", { method, headers: Object.fromEntries(sent) })
  expect(status).toBe(expected ? 200 : 403)
})
