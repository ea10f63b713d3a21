import { describe, expect, test } from "vitest"
import { plainText } from "#domain/leads/newsletter/plain-text.ts"
import { mailHtml, unusableLinks } from "./mail-html.ts"

const site = "https://b4m.example"
const html = (markdown: string) => mailHtml(markdown, site).replace(/ style="[^"]*"/g, "")
const text = (markdown: string) => plainText(mailHtml(markdown, site))

describe("headings", () => {
  test("the mail has one top-level heading, and those of the issue rank below it", () => {
    expect(html("# One\n\ntext\n\n# Two\n\n## Three")).toBe(
      "<h2>One</h2>\n<p>text</p>\n<h2>Two</h2>\n<h3>Three</h3>",
    )
    expect(text("# One\n\ntext\n\n# Two\n\n## Three")).toBe("ONE\n\ntext\n\nTWO\n\nThree")
  })
})

describe("tables", () => {
  const table = "| Day | Miles |\n|---|---:|\n| Mon | 5 |\n| Tue | [6](/events) |"

  test("are rendered as tables, with their alignment", () => {
    const made = mailHtml(table, site)
    expect(made.match(/<t[hd]\b/g)).toHaveLength(6)
    expect(made).toMatch(/<td style="[^"]*text-align:right">5<\/td>/)
  })

  test("are rendered as rows in the text version", () => {
    expect(text(table)).toBe("Day | Miles\nMon | 5\nTue | 6 (https://b4m.example/events)")
  })
})

describe("links", () => {
  test.each([
    ["[a](/events)", "https://b4m.example/events"],
    ["[a](events?x=1)", "https://b4m.example/events?x=1"],
    ["[a](#down)", "https://b4m.example/#down"],
    ["[a](//other.example/x)", "https://other.example/x"],
    ["[a][1]\n\n[1]: /donate", "https://b4m.example/donate"],
    ["<https://x.example/>", "https://x.example/"],
    ["[a](tel:+19495550100)", "tel:+19495550100"],
    ["[a](mailto:a@b.example)", "mailto:a@b.example"],
  ])("%s leads to %s, in the text version too", (markdown, address) => {
    expect(html(markdown)).toContain(`href="${address}"`)
    expect(text(markdown)).toContain(address)
    expect(unusableLinks(markdown, site)).toEqual([])
  })

  test.each([
    ["[a](javascript:alert(1))", ["javascript:alert(1)"]],
    ["![p](file:///x.png) and [b](ftp://x.example)", ["file:///x.png", "ftp://x.example"]],
    ["[a][nowhere]", ["[nowhere]"]],
  ])("%s cannot be sent, and is reported", (markdown, unusable) => {
    expect(unusableLinks(markdown, site)).toEqual(unusable)
    expect(html(markdown)).not.toMatch(/(?:href|src)="(?:javascript|file|ftp)/)
  })
})

test("lists, quotes, code, pictures and escapes in the text version", () => {
  const markdown =
    "1. a\n2. b\n\n- c\n- d & e < f\n\n> g\n\n```\nh\n  i\n```\n\n![j](/k.png)\n\n---\n\n**l** _m_"
  expect(text(markdown)).toBe("1. a\n2. b\n\n- c\n- d & e < f\n\ng\n\nh\n  i\n\nj\n\n----\n\nl m")
})

test("scripts and attributes are removed", () => {
  expect(html('<script>x</script><p onclick="y">z</p><iframe src="/a"></iframe>')).toBe("<p>z</p>")
})
