import { expect, test } from "vitest"
import { renderMail } from "#domain/mail-layout.ts"
import { type MailKind, mailContents } from "./contents.ts"
import { describeLifetime } from "./send.ts"

const siteName = "Site & Co"
const kinds = Object.keys(mailContents) as MailKind[]

test.each(kinds)("%s has subject, text and HTML with the code, and nothing unescaped", (kind) => {
  const mail = renderMail(
    mailContents[kind]({
      siteName,
      ...(kind === "reauthentication" ? {} : { url: "https://b4m.example/auth/v1/verify?token=a&type=b" }),
      code: "042137",
      lifetime: "1 hour",
      newEmail: "<script>@example.com",
      currentEmail: "old@example.com",
    }),
  )
  expect(mail.subject).toContain(siteName)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.subject).not.toContain("042137")
  expect(mail.text).toMatch(/code: 042137/)
  expect(mail.html).toContain("042137")
  expect(mail.html).not.toContain(siteName)
  expect(mail.html).not.toContain("<script>")
  if (kind !== "reauthentication") {
    expect(mail.text).toContain("\nhttps://b4m.example/auth/v1/verify?token=a&type=b\n")
    expect(mail.html).toContain('href="https://b4m.example/auth/v1/verify?token=a&amp;type=b"')
  }
})

test("Lifetimes are written in words", () => {
  expect([3600, 7200, 900, 60].map(describeLifetime)).toEqual(["1 hour", "2 hours", "15 minutes", "1 minute"])
})

test.each([
  [30, "1 minute"],
  [119, "1 minute"],
  [3_599, "59 minutes"],
  [7_199, "1 hour"],
])("%d s are never said to be more than they are: %s", (seconds, words) =>
  expect(describeLifetime(seconds)).toBe(words),
)
