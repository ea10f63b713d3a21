import { expect, test } from "vitest"
import { reportSlots } from "#content/embeds.ts"
import { forms } from "#content/forms.ts"
import { contentSecurityPolicy } from "../../http/guard/content-security-policy.ts"
import { embedOrigins, embeds } from "./embeds.ts"

const slots = [...Object.keys(forms), ...Object.keys(reportSlots)]

test("every lead form and every report can be replaced, with or without a script", () => {
  expect(slots.length).toBeGreaterThanOrEqual(12)
  for (const slot of slots) {
    expect(embeds.parse(`${slot}=https://a.example/1`)).toEqual({ [slot]: { frame: "https://a.example/1" } })
    expect(embeds.parse(`${slot}=https://a.example/1 https://b.example/2.js`)).toEqual({
      [slot]: { frame: "https://a.example/1", script: "https://b.example/2.js" },
    })
  }
  expect(embeds.parse("")).toEqual({})
})

test.each([
  "unknown=https://a.example/1",
  "newsletter",
  "newsletter=javascript:alert(1)",
  "newsletter=http://a.example/1",
  "newsletter=https://user@a.example/1",
  "newsletter=https://a.example/1 data:text/javascript,1",
  "newsletter=https://a.example/1 https://b.example/2.js https://c.example/3",
  "__proto__=https://a.example/1",
])("%s is refused", (value) => {
  expect(embeds.safeParse(value).error?.issues[0]?.message).toContain("home-report")
})

test("the content-security-policy allows only their origins", () => {
  const configured = embeds.parse(
    "newsletter=https://a.example/1 https://b.example/2.js,leaderboard-full=https://a.example/3,partner=http://localhost:8080/f",
  )
  const extraOrigins = embedOrigins(configured)
  expect(extraOrigins).toEqual({
    frame: ["https://a.example", "http://localhost:8080"],
    script: ["https://b.example"],
  })
  const policy = contentSecurityPolicy({ extraOrigins })
  expect(policy).toContain("frame-src 'self' https://a.example http://localhost:8080;")
  expect(policy).toContain("script-src 'self' https://b.example;")
  expect(contentSecurityPolicy({})).toContain("frame-src 'self';")
})
