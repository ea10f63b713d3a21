/** What the service worker caches, and what it never touches. */
import { expect, test } from "vitest"
import { mayKeep, treatmentOf } from "./treatment.ts"

const origin = "https://b4m.example"

type Treatment = ReturnType<typeof treatmentOf>

const requests: [Treatment, string, Partial<{ method: string; mode: string; headers: HeadersInit }>][] = [
  ["kept", "/assets/site-C0ffee12.css", {}],
  ["kept", "/assets/archivo-display-latin-C0ffee12.woff2", {}],
  ["kept", "/assets/site-C0ffee12.js", { mode: "cors" }],
  ["network", "/assets/site-C0ffee12.js", { headers: { authorization: "Bearer somebody" } }],
  ["network", "/assets/site-C0ffee12.js", { headers: { range: "bytes=0-9" } }],
  ["network", "/assets/site-C0ffee12.js", { method: "HEAD" }],
  ["network", "/assets/picture-C0ffee12.webp", {}],
  ["network", "/operator/assets/console-C0ffee12.js", {}],
  ["network", "https://elsewhere.example/assets/site-C0ffee12.js", {}],
  ["network", "https://elsewhere.example/", { mode: "navigate" }],
  ...["/", "/leaderboard", "/account", "/account/year", "/account/security", "/auth", "/blog"].map(
    (path) => ["page", path, { mode: "navigate" }] as [Treatment, string, object],
  ),
  ...["/operator", "/operator/people", "/auth/v1/verify", "/functions/v1/x", "/storage/v1/x"].map(
    (path) => ["network", path, { mode: "navigate" }] as [Treatment, string, object],
  ),
  ...["/leaderboard.data", "/account.data", "/boards/this-month.json", "/backend.json", "/rest/v1/days"].map(
    (path) => ["network", path, { mode: "cors" }] as [Treatment, string, object],
  ),
  ["network", "/photos/1/96.webp", { mode: "no-cors" }],
  ["shared", "/shared-files", { method: "POST", mode: "navigate" }],
  ["network", "/shared-files", { method: "POST", mode: "cors" }],
  ["network", "https://elsewhere.example/shared-files", { method: "POST", mode: "navigate" }],
  ["network", "/auth", { method: "POST", mode: "navigate" }],
]

test.each(requests)("%s: %s %o", (treatment, path, { method = "GET", mode = "no-cors", headers }) => {
  const request = { method, mode, url: new URL(path, origin).href, headers: new Headers(headers) }
  expect(treatmentOf(request, origin)).toBe(treatment)
})

const hashed = { "cache-control": "public, max-age=31536000, immutable" }
const answers: [boolean, object, Record<string, string>][] = [
  [true, {}, hashed],
  [true, {}, { ...hashed, vary: "Accept-Encoding" }],
  [false, {}, {}],
  [false, {}, { "cache-control": "public, max-age=3600" }],
  [false, {}, { "cache-control": "private, max-age=31536000, immutable" }],
  [false, {}, { ...hashed, vary: "*" }],
  [false, {}, { ...hashed, "set-cookie": "a=b" }],
  [false, { status: 206 }, hashed],
  [false, { status: 404 }, hashed],
  [false, { type: "opaque" }, hashed],
  [false, { redirected: true }, hashed],
]

test.each(answers)("May be cached: %s, %o %o", (may, differs, headers) => {
  const get = (name: string) => headers[name] ?? null
  expect(mayKeep({ status: 200, type: "basic", redirected: false, headers: { get }, ...differs })).toBe(may)
})
