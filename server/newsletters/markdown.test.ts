import { expect, test } from "vitest"
import { mailHtml, readIssueFile } from "./markdown.ts"

test("Markdown becomes styled text with whole links, and nothing that acts", () => {
  const html = mailHtml(
    "# Hi\n\nCome to [the run](/events) **now**.\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[bad](javascript:alert(1))\n\n- one\n- two",
    "https://b4m.example",
  )
  expect(html).toContain('href="https://b4m.example/events"')
  expect(html).toContain("<strong>now</strong>")
  expect(html).toMatch(/<li style="[^"]+">one<\/li>/)
  expect(html).not.toMatch(/script|onerror|javascript/)
})

test("An issue's file has a head and a text, and says what is missing", () => {
  const file = "---\nlist: newsletter\nsubject: Miles: the first\n---\n\nHello\n"
  expect(readIssueFile(file)).toEqual({
    ok: true,
    list: "newsletter",
    subject: "Miles: the first",
    preview: "",
    places: null,
    markdown: "Hello",
  })
  const waitlist = "---\nlist: built2connect\nsubject: Yours\nplaces: 5\n---\nHello"
  expect(readIssueFile(waitlist)).toMatchObject({ places: 5 })
  expect(readIssueFile(waitlist.replace("5", "few"))).toMatchObject({ ok: false })
  for (const wrong of ["Hello", "---\nlist: newsletter\n---\nHello", "---\nlist: a\nsubject: b\n---\n\n"])
    expect(readIssueFile(wrong)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w{3}/) })
})
