import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { competition } from "./competitions.ts"
import { documents } from "./documents.ts"
import { services } from "./services.ts"

const text = (slug: string) => JSON.stringify(documents.find((one) => one.slug === slug)?.sections)

test("every document has its own page, a short lead, and a link in the footer", () => {
  const frame = readFileSync(join(import.meta.dirname, "../app/document/frame.tsx"), "utf8")
  expect(new Set(documents.map(({ slug }) => slug)).size).toBe(documents.length)
  for (const { slug, lead, changedOn } of documents) {
    expect(frame).toContain(`"/${slug}"`)
    expect(lead.length).toBeLessThanOrEqual(160)
    expect(changedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

test("the official rules match the competition", () => {
  expect(JSON.stringify(documents.find(({ slug }) => slug === "official-rules"))).toContain(
    "No purchase necessary",
  )
  expect(text("official-rules")).toContain(`have ${competition.claimDays} days to claim`)
  expect(text("official-rules")).toContain(`up to ${competition.graceHours} hours`)
  expect(text("official-rules")).toContain(`awarded ${competition.winnersCheck.hours} hours later`)
})

test("the privacy page names whoever can receive data, and the cookies page whoever can set a cookie", () => {
  const receivers = ["Google", "Apple", "GitHub", "Mozilla", "Microsoft", "Stripe", "Discord", "Slack"]
  const kinds = ["sign-in provider", "receives replies", "connected", "Sponsors", "carrier", "backups"]
  for (const name of [...receivers, ...kinds, "Turnstile", "hCaptcha"])
    expect(text("privacy")).toContain(name)
  for (const name of ["Google", "Apple", "Turnstile", "hCaptcha", "payment page"])
    expect(text("cookies")).toContain(name)
})

test("the privacy page states each service's grace period, and blanks have closed brackets", () => {
  expect(text("privacy")).toContain(`${services.strava.graceDays} days`)
  const texts = documents.flatMap(({ sections }) =>
    sections.flatMap(({ paragraphs = [], points = [] }) => [...paragraphs, ...points]),
  )
  // An unclosed or empty bracket would be displayed as text and never be filled in.
  expect(texts.filter((one) => /[[\]]/.test(one.replace(/\[[^[\]]+\]/g, "")))).toEqual([])
})
