import { expect, test } from "vitest"
import { renderMail } from "#domain/mail-layout.ts"
import type { Auth } from "../auth.ts"
import { type MailKind, mailContents } from "./contents.ts"
import { describeLifetime } from "./lifetime.ts"
import { verificationUrl } from "./link.ts"

const siteName = "Site & Co"
const kinds = Object.keys(mailContents) as MailKind[]

test.each(kinds)("%s has subject, text and HTML with the code, and nothing unescaped", (kind) => {
  const mail = renderMail(
    mailContents[kind]({
      siteName,
      url: "https://b4m.example/auth/v1/verify?token=a&type=b",
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
  if (kind === "reauthentication") expect(mail.text).not.toContain("https://")
  else {
    expect(mail.text).toContain("\nhttps://b4m.example/auth/v1/verify?token=a&type=b\n")
    expect(mail.html).toContain('href="https://b4m.example/auth/v1/verify?token=a&amp;type=b"')
  }
})

test("Lifetimes are formatted in words", () => {
  expect([3600, 7200, 900, 60].map(describeLifetime)).toEqual(["1 hour", "2 hours", "15 minutes", "1 minute"])
})

test.each([
  [30, "1 minute"],
  [119, "1 minute"],
  [3_599, "59 minutes"],
  [7_199, "1 hour"],
])("a lifetime of %d s is rounded down: %s", (seconds, words) =>
  expect(describeLifetime(seconds)).toBe(words),
)

test("A mail about a first address mentions no earlier one", () => {
  const facts = {
    siteName,
    url: "https://b4m.example/",
    code: "042137",
    lifetime: "1 hour",
    newEmail: "n@x.example",
  }
  const said = (more: { currentEmail?: string }) =>
    mailContents.email_change_new({ ...facts, ...more }).paragraphs[0]
  expect(said({})).toBe("Confirm that this address is yours.")
  expect(said({ currentEmail: "old@x.example" })).toContain("old@x.example")
})

test.each([
  ["https://b4m.example/welcome", "https://b4m.example/welcome"],
  ["https://b4m.example/a?b=c&type=recovery", "https%3A%2F%2Fb4m.example%2Fa%3Fb%3Dc%26type%3Drecovery"],
  ["https://b4m.example/#token=x", "https%3A%2F%2Fb4m.example%2F%23token%3Dx"],
])("a return address %s cannot change the link itself", (redirectTo, written) => {
  const auth = { issuer: "https://b4m.example/auth/v1" } as Auth
  expect(verificationUrl(auth, "a&b", "signup", redirectTo)).toBe(
    `https://b4m.example/auth/v1/verify?token=a%26b&type=signup&redirect_to=${written}`,
  )
})
