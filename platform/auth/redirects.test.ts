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

test("A site on this machine allows returns to any of its ports", () => {
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
