import { expect, test } from "vitest"
import { site } from "#content/site.ts"
import { type MailContent, renderMail } from "./mail-layout.ts"

const content: MailContent = {
  subject: "Subject",
  heading: "<b>Heading</b>",
  paragraphs: ["One & two\nthree"],
  facts: [["Prize", `<img src="x">`]],
  button: { label: "Open", url: "https://b4m.example/?a=1&b=2" },
  code: "042137",
  footnote: "Small print",
  links: [{ label: "Unsubscribe", url: "https://b4m.example/u" }],
}

test("text and HTML say the same, and both carry name and postal address", () => {
  const { text, html } = renderMail(content)
  for (const part of [site.name, site.postalAddress, "042137", "Prize", "Small print", "Unsubscribe"]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain("Open:\nhttps://b4m.example/?a=1&b=2\n")
  expect(html).toContain('href="https://b4m.example/?a=1&amp;b=2"')
})

test("text never becomes markup", () => {
  const { html } = renderMail(content)
  expect(html).toContain("&lt;b&gt;Heading&lt;/b&gt;")
  expect(html).toContain("&lt;img src=&quot;x&quot;&gt;")
  expect(html).toContain("One &amp; two<br>three")
})

const plain: MailContent = { subject: "S", heading: "Heading", paragraphs: [], footnote: "Small print" }
const textOf = (more: Partial<MailContent>) => renderMail({ ...plain, ...more }).text

test.each([
  ["Heading", 7],
  ["x".repeat(60), 60],
  ["x".repeat(61), 60],
])("the heading %j is underlined, at most as wide as a line", (heading, width) =>
  expect(textOf({ heading }).split("\n").slice(0, 3)).toEqual([heading, "=".repeat(width), ""]),
)

test("further lines of a value are aligned below its first one", () =>
  expect(textOf({ facts: [["Name", "Mira\nLang"]] })).toContain("\n\nName: Mira\n      Lang\n\n"))

test("without facts, no empty list is left", () => {
  const { text, html } = renderMail(plain)
  expect(renderMail({ ...plain, facts: [] })).toEqual({ subject: "S", text, html })
  expect(text).toBe(`Heading\n=======\n\n-- \nSmall print\n\n${site.name}\n${site.postalAddress}`)
})

test.each([
  ["the first paragraph", { paragraphs: ["You  are\nin.", "More"] }, "You are in."],
  ["not a greeting", { paragraphs: ["Hi Mira,", "You are in."] }, "You are in."],
  [
    "a long beginning, though it ends in a comma",
    { paragraphs: [`${"x".repeat(61)},`] },
    `${"x".repeat(61)},`,
  ],
  [
    "facts where nothing else is said",
    {
      paragraphs: ["Hi Mira,"],
      facts: [
        ["A", "1"],
        ["B", "2"],
      ],
    },
    "A: 1 · B: 2",
  ],
  ["the small print where nothing is known", {}, "Small print"],
  ["140 characters", { paragraphs: ["y".repeat(200)] }, "y".repeat(140)],
  ["what is asked for", { preview: "Mine", paragraphs: ["You are in."] }, "Mine"],
] as [string, Partial<MailContent>, string][])("the preview is %s", (_, more, preview) =>
  expect(renderMail({ ...plain, ...more }).html).toContain(`overflow:hidden">${preview}&#847;`),
)

test("a code can be shown without a button", () => {
  const { button: _, ...bare } = content
  expect(renderMail(content).text).toContain("Or enter this code: 042137")
  expect(renderMail(bare).text).toContain("Your code: 042137")
  expect(renderMail(bare).html).toContain("Your code:")
})
