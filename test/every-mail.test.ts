/**
 * Every mail as its recipient gets it: its wording, its preview, its plain text, and no content fetched from elsewhere.
 */
import { describe, expect, test } from "vitest"
import { oddPhrases } from "./architecture/odd-phrases.ts"
import { listPaths, read } from "./architecture/tree.ts"
import { everyMail } from "./support/every-mail.ts"

const mails = [...(await everyMail())]

describe.each(mails)("%s", (_name, { subject, text, html = "" }) => {
  test("reads well, as HTML or as text", () => {
    const shown = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]*>/g, " ")
    for (const said of [subject, text, shown]) {
      expect(oddPhrases(said)).toEqual([])
      expect(said).not.toMatch(/\b(undefined|null|NaN|Invalid Date)\b|\$\{|\[object/)
    }
    expect(subject.length).toBeLessThanOrEqual(90)
    expect(text).not.toMatch(/<\/?[a-z]+[ >]|&[a-z]+;/)
    expect(text).toContain("\n\n-- \n")
  })

  test("has a preview that contains more than a greeting, and the heading once", () => {
    const preview = /max-height:0;overflow:hidden">([^&<]*)/.exec(html)?.[1] ?? ""
    expect(preview.length).toBeGreaterThan(8)
    expect(preview).not.toMatch(/,$/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test("fetches nothing but the code of a spot, and links to absolute addresses", () => {
    for (const [, src] of html.matchAll(/<img src="([^"]*)"/g)) expect(src).toMatch(/^https:.*\/code\.png$/)
    expect(html).not.toMatch(/<link\b|@import|url\(|<script/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https|mailto):/)
  })
})

test("every file that renders mails is covered here", () => {
  const all = read("test/support/every-mail.ts")
  const rendering = listPaths().filter(
    (path) =>
      /^(domain|platform|server)\/.*\.ts$/.test(path) &&
      !path.endsWith(".test.ts") &&
      /\brenderMail\(\{/.test(read(path)),
  )
  expect(rendering.length).toBeGreaterThan(10)
  // The operators' morning mail lists the contents of the console's first page; it is tested in domain/operator.
  expect(
    rendering.filter((path) => !all.includes(`"#${path}"`) && path !== "domain/operator/morning-mail.ts"),
  ).toEqual([])
})
