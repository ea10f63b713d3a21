import { describe, expect, test } from "vitest"
import { createRedirectRules } from "./redirects.ts"

const site = "https://b4m.example"
const rules = createRedirectRules(site, [
  "https://exact.example/welcome",
  "https://*.preview.example/**",
  "https://app.example/*/done",
  "b4m://login",
  "https://any.example/**",
])

describe("allowed", () => {
  test.each([
    "https://b4m.example",
    "https://b4m.example/account?tab=1#x",
    "https://exact.example/welcome",
    "https://one.preview.example/a/b/c.html",
    "https://app.example/ios/done",
    "b4m://login",
    "https://any.example/deep/path?next=1",
  ])("%s", (address) => {
    expect(rules.choose(address)).toBe(address)
  })
})

describe("falls back to the site itself", () => {
  test.each([
    undefined,
    "",
    "/relative",
    "//evil.example",
    "https://evil.example",
    "http://b4m.example",
    "https://b4m.example:8443/",
    "https://b4m.example.evil.example",
    "https://evil.example/https://b4m.example",
    "https://b4m.example@evil.example",
    "https://user:pw@b4m.example",
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "https:\\\\evil.example",
    "https://b4m.example\\@evil.example",
    "https://b4m.example\n.evil.example",
    "https://b4m.example\t.evil.example",
    " https://evil.example",
    "javascript://b4m.example/%0aalert(1)",
    "data:text/html,hi",
    "https://exact.example/welcome/more",
    "https://exact.example/welcome?x=1",
    "https://a.b.preview.example/x",
    "https://evil.example/.preview.example/x",
    "https://evil.example?.preview.example/x",
    "https://app.example/a/b/done",
    "https://anyXexample/x",
    "b4m://login.evil",
    "b4m://login/x",
    "http://localhost:3000",
    `https://b4m.example/${"x".repeat(2_100)}`,
  ])("%j", (address) => {
    expect(rules.choose(address)).toBe(site)
  })
})

test("A site on this machine allows redirects to any of its ports", () => {
  const local = createRedirectRules("http://localhost:3000")
  for (const address of ["http://localhost:9999/welcome", "http://127.0.0.1:5173/", "http://[::1]:80/"])
    expect(local.choose(address)).toBe(address)
  expect(local.choose("http://localhost.evil.example")).toBe("http://localhost:3000")
  expect(local.choose("https://localhost:1")).toBe("http://localhost:3000")
})

test("An invalid entry is rejected at startup", () => {
  for (const entry of ["example.com", "javascript://x", "https://a@b.example", "**"])
    expect(() => createRedirectRules(site, [entry])).toThrow("allow-list")
})

const listed = createRedirectRules(site, [
  "https://exact.example/welcome",
  "HTTPS://Upper.Example/In",
  "https://v?.example/",
  "https://page.example/a?c",
  "app://host/path",
  "app://query?x=1",
  "app://bare",
])
const long = `${site}/${"x".repeat(2_048 - site.length - 1)}`
test.each([
  [long, true],
  [`${long}x`, false],
  ["https://[::1", false],
  ["https://user@b4m.example/", false],
  ["https://:pw@b4m.example/", false],
  ["http://exact.example/welcome", false],
  ["https://upper.example/In", true],
  ["https://upper.example/in", false],
  ["https://v1.example/", true],
  ["https://v1.example", true],
  ["https://v12.example/", false],
  ["https://v..example/", false],
  ["https://page.example/abc", true],
  ["https://page.example/a/c", false],
  ["app://host/path", true],
  ["app://host/path#part", true],
  ["app://host", false],
  ["other://host/path", false],
  ["app://query?x=1", true],
  ["app://query", false],
  ["app://bare/", true],
])("%s is allowed: %s", (address, allowed) => expect(listed.choose(address)).toBe(allowed ? address : site))
