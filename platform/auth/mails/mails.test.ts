import { expect, test } from "vitest"
import { type MailKind, mailContents } from "./contents.ts"
import { escapeHtml, renderMail } from "./layout.ts"
import { describeLifetime } from "./send.ts"

const brand = { name: "Site & Co", accent: "#0b3d2e", background: "#f4f4f0", text: "#1a1a1a" }
const kinds = Object.keys(mailContents) as MailKind[]

test.each(kinds)("%s has subject, text and HTML with the code, and nothing unescaped", (kind) => {
  const mail = renderMail(
    mailContents[kind]({
      siteName: brand.name,
      ...(kind === "reauthentication" ? {} : { url: "https://b4m.example/auth/v1/verify?token=a&type=b" }),
      code: "042137",
      lifetime: "1 hour",
      newEmail: "<script>@example.com",
      currentEmail: "old@example.com",
    }),
    brand,
  )
  expect(mail.subject).toContain(brand.name)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.subject).not.toContain("042137")
  expect(mail.text).toMatch(/code: 042137/)
  expect(mail.html).toContain("042137")
  expect(mail.html).toContain("Site &amp; Co")
  expect(mail.html).not.toContain("<script>")
  if (kind !== "reauthentication") {
    expect(mail.text).toContain("\nhttps://b4m.example/auth/v1/verify?token=a&type=b\n")
    expect(mail.html).toContain('href="https://b4m.example/auth/v1/verify?token=a&amp;type=b"')
  }
})

test("Markup is escaped and lifetimes are said in words", () => {
  expect(escapeHtml(`<a href="x" o='y'>&`)).toBe("&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;")
  expect([3600, 7200, 900, 60].map(describeLifetime)).toEqual(["1 hour", "2 hours", "15 minutes", "1 minute"])
})
