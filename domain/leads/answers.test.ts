/** How the fields of a form are read and validated: rules that need no database. */
import { expect, test } from "vitest"
import { eventForm } from "#content/event-form.ts"
import type { LeadForm } from "#content/form-types.ts"
import { forms } from "#content/forms.ts"
import { goodAnswers } from "#test/support/leads.ts"
import { answerFacts, answerText, checkAnswers, typedAnswers } from "./answers.ts"
import { answerMail } from "./mails/answer.ts"
import { clockMail, declineMail, inviteMail } from "./mails/decision.ts"
import { operatorMail, receiptMail } from "./mails/submission.ts"
import { sentForm } from "./receive.ts"
import { agentOf } from "./sender.ts"
import { scoreAnswers } from "./spam.ts"

const form: LeadForm = {
  ...forms.partner,
  fields: [
    { name: "name", kind: "text", label: "Name", maxLength: 100 },
    { name: "about", kind: "textarea", label: "About", maxLength: 100 },
    { name: "link", kind: "url", label: "Link", maxLength: 100 },
    { name: "socials", kind: "text", label: "Socials", maxLength: 100 },
    { name: "sports", kind: "choices", label: "Sports", options: ["Running", "Cycling"] },
    { name: "adult", kind: "consent", label: "I am an adult" },
  ],
}

test("the texts of each field are read: all of a choice, the first of others, and no file", () => {
  const sent = new FormData()
  sent.append("name", new File(["x"], "name.txt"))
  for (const [name, value] of [
    ["about", "One"],
    ["about", "Two"],
    ["sports", "Running"],
    ["sports", "Cycling"],
    ["other", "Dropped"],
  ] as const)
    sent.append(name, value)
  sent.append("sports", new File(["x"], "sport.txt"))
  const nothing = { name: "", link: "", socials: "", adult: "" }
  expect(typedAnswers(form, sent)).toEqual({ ...nothing, about: "One", sports: ["Running", "Cycling"] })
})

test("answers are shown with their labels, choices as a list, and without consents", () => {
  const answers = { name: "Ada", about: "", sports: ["Running", "Cycling"], adult: "yes", day: "2026-12-01" }
  expect(answerFacts(form, answers)).toEqual([
    ["Name", "Ada"],
    ["Sports", "Running, Cycling"],
    ["day", "2026-12-01"],
  ])
  const texts = ["name", "sports", "none"].map((name) => answerText(answers, name))
  expect(texts).toEqual(["Ada", "", ""])
})

test.each([
  ["partner", ["partner"], "partner"],
  ["partner", ["newsletter"], undefined],
  [null, ["partner"], undefined],
])("a form called %s on a page with %j is %s", (id, onPage, found) => {
  const sent = new FormData()
  if (id !== null) sent.set("form", id)
  expect(sentForm(sent, onPage)?.id).toBe(found)
})

test("every form with a name field applies the same rule for names", () => {
  for (const form of [...Object.values(forms), eventForm("sunrise-run")])
    for (const { name } of form.fields.filter(({ kind }) => kind === "name"))
      for (const [typed, said] of [
        ["https://spam.example", /without a web address/],
        ["...", /in letters/],
        ["علی\u200cرضا", undefined],
      ] as const) {
        const checked = checkAnswers(form, { [name]: typed })
        const problem = checked.ok ? undefined : checked.problems[name]
        if (said) expect(problem, form.id).toMatch(said)
        else expect(problem, form.id).toBeUndefined()
      }
})

test("a file in place of the form's name is rejected", () => {
  const sent = new FormData()
  sent.set("form", new File(["x"], "partner"))
  expect(sentForm(sent, ["partner", "[object File]"])).toBeUndefined()
})

test("the browser's name is cut to three hundred characters", () => {
  const kept = ["x".repeat(301), "Test", null].map((userAgent) => agentOf({ ip: null, userAgent }))
  expect(kept).toEqual(["x".repeat(300), "Test", null])
})

const scored = (answers: Record<string, string | string[]>, signs = {}) =>
  scoreAnswers(form, answers, { trap: "", tooFast: false, ...signs })

test.each([
  [{ about: "See https://a.example" }, 0, []],
  [{ about: "https://a.example and www.b.example" }, 2, ["2 links where none was asked for"]],
  [{ name: "Ada https://a.example", about: "at https://b.example" }, 2, ["2 links where none was asked for"]],
  [{ link: "https://a.example https://b.example" }, 0, []],
  [{ socials: "https://a.example https://b.example" }, 0, []],
  [{ sports: ["https://a.example", "https://b.example"] }, 0, []],
  [{ about: ["https://a.example", "https://b.example"] }, 0, []],
  [{ about: "[url=x]y" }, 5, ["markup for links"]],
  [{ about: "Casino, CASINO and Viagra" }, 6, ["words of advertisements: casino, viagra"]],
  [{ name: "https://a.example" }, 3, ["a link instead of an answer"]],
  [{ name: " www.a.example ", about: "Hello" }, 3, ["a link instead of an answer"]],
])("%j scores %d", (answers, score, reasons) => expect(scored(answers)).toEqual({ score, reasons }))

test("the honeypot scores ten and haste three, in addition to the text", () => {
  expect(scored({ about: "Hello" }, { trap: "x", tooFast: true })).toEqual({
    score: 13,
    reasons: ["filled in a field that people do not see", "sent sooner than a person types"],
  })
})

const about = {
  id: "0123abcd-0000-4000-8000-000000000000",
  form: { ...form, name: "Partner Inquiry" },
  answers: goodAnswers.partner,
  name: "Mara Voss",
  email: "mara@northline.example",
  dueAt: null,
  changed: false,
}
const address = "http://b4m.test/open/inbox/0123abcd-0000-4000-8000-000000000000"
/** A text without the layout's line breaks. */
const flat = (text: string) => text.replace(/\s+/g, " ")

test("the operator's mail leads to the submission, the receipt names its form", () => {
  const mail = operatorMail("op@b4m.test", about, "http://b4m.test")
  expect([mail.subject, mail.text]).toEqual(["Partner Inquiry: Mara Voss", expect.stringContaining(address)])
  expect(receiptMail(about).subject).toBe("Received: partner inquiry to B4M")
})

test.each([
  [2, "is due in 2 hours"],
  [1, "is due in 1 hour"],
  [0, "is overdue"],
])("a promise with %d hours left %s", (hoursLeft, left) => {
  const mail = clockMail(
    "op@b4m.test",
    { ...about, formName: "Partner", due: "noon", hoursLeft },
    "http://b4m.test",
  )
  expect(mail.subject).toBe(`A reply to Mara Voss ${left}`)
  expect(mail.text).toContain(address)
})

test.each([
  ["Mara Voss", "Mara"],
  ["  Mara  ", "Mara"],
  ["Mara\tVoss", "Mara"],
])("%j is called %s in a decision", (name, first) => {
  expect(flat(inviteMail("m@example.com", name, "http://b4m.test").text)).toContain(`You are in, ${first} ==`)
  expect(flat(declineMail("m@example.com", name, "http://b4m.test").text)).toContain(
    `Not this time, ${first} ==`,
  )
})

test("replies form one conversation, and answers return to the address that identifies it", () => {
  const given = { submissionId: about.id, to: "m@example.com", subject: "Yours", text: " One. \n\n\n Two. " }
  const thread = `<submission.${about.id}@b4m.example>`
  const mail = answerMail({ ...given, replyTo: "inbox+0123abcd@b4m.example" })
  expect(mail.headers).toEqual({
    "Reply-To": "inbox+0123abcd@b4m.example",
    "In-Reply-To": thread,
    References: thread,
  })
  expect(mail.text).toContain("One.\n\nTwo.\n")
})
