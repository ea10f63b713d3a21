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

test("nothing that was given as text becomes markup", () => {
  const { html } = renderMail(content)
  expect(html).toContain("&lt;b&gt;Heading&lt;/b&gt;")
  expect(html).toContain("&lt;img src=&quot;x&quot;&gt;")
  expect(html).toContain("One &amp; two<br>three")
})

test("a code stands alone where there is no button", () => {
  const { button: _, ...bare } = content
  expect(renderMail(content).text).toContain("Or enter this code: 042137")
  expect(renderMail(bare).text).toContain("Your code: 042137")
  expect(renderMail(bare).html).toContain("Your code:")
})
