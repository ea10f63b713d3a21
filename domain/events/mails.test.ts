import { wordsOfContent } from "#content/words/words.ts"
import { expect, test } from "vitest"
import { confirmSpotMail, freedMail, movedUpMail, noticeMail, reminderMail, spotMail } from "./mails.ts"
import { eventBySlug, type Occurrence, occurrenceOn } from "./occurrence.ts"
import type { Spot } from "./spot.ts"

const run = eventBySlug(wordsOfContent, "saturday-long-run") as NonNullable<ReturnType<typeof eventBySlug>>
const spot = (state: Spot["state"]): Spot => ({
  id: "x",
  occurrence: occurrenceOn(run, "2026-11-28") as Occurrence,
  userId: null,
  name: "Ada",
  email: "ada@example.com",
  state,
  place: state === "waiting" ? 3 : null,
})
const url = "https://b4m.test/events/spot/0a"
const what = "Saturday Long Run, Sat, Nov 28, 7:00 AM"
const code = `Show this code when you arrive, or just give your name. As text: 0A-.\n${url}/code.png`
const calendar = "Add to my calendar: https://b4m.test/calendar/saturday-long-run/2026-11-28.ics"
const bring = "Bring whatever you eat on race day, a water bottle and sunscreen."
const notice = { kind: "event.message", subject: "About it", heading: "A word", text: "One.\n\n Two. \n\n\n" }

test.each([
  [
    confirmSpotMail(spot("unconfirmed"), url),
    "event.confirm",
    `Confirm your spot: ${what}`,
    [],
    [code, calendar],
  ],
  [
    spotMail(spot("going"), url),
    "event.spot",
    `Your spot: ${what}`,
    ["You have a spot", bring, code, calendar],
    [],
  ],
  [
    spotMail(spot("waiting"), url),
    "event.waiting",
    `You are in line: ${what}`,
    ["You are number 3 in line", "See my place:"],
    [code, calendar, bring],
  ],
  [
    movedUpMail(spot("going"), url),
    "event.moved-up",
    `A spot opened up, and it is yours: ${what}`,
    [code, calendar],
    [],
  ],
  [
    freedMail(spot("going"), "You wrote that you are ill.", "https://b4m.test"),
    "event.freed",
    `You are no longer on the list: ${what}`,
    ["You wrote that you are ill.", "https://b4m.test/events"],
    [code, calendar],
  ],
  [reminderMail(spot("going"), url), "event.reminder", `Tomorrow: ${what}`, [bring], [code]],
  [
    noticeMail(spot("going"), notice, url),
    "event.message",
    "About it",
    ["A word\n======\n\nOne.\n\nTwo.\n\nWhat: ", calendar],
    [code],
  ],
])(
  "%#: the mail says what, when and where, and what there is to do",
  (mail, kind, subject, says, saysNot) => {
    expect(mail).toMatchObject({ to: "ada@example.com", kind, subject })
    for (const part of [
      ...says,
      ...(kind === "event.freed" ? [] : [url]),
      "When: Sat, Nov 28, 7:00 AM",
      `Where: ${run.location}\n       ${run.address}`,
    ])
      expect(mail.text).toContain(part)
    for (const part of saysNot) expect(mail.text).not.toContain(part)
    expect(mail.html?.includes("/code.png")).toBe(mail.text.includes("/code.png"))
  },
)

test.each([
  [["Water"], "Bring water."],
  [["A light", "Water"], "Bring a light and water."],
  [["A light", "Water", "A layer"], "Bring a light, water and a layer."],
])("what to bring is one sentence: %j", (bring, sentence) => {
  const { occurrence, ...rest } = spot("going")
  const event = { ...occurrence.event, bring }
  expect(reminderMail({ ...rest, occurrence: { ...occurrence, event } }, url).text).toContain(
    `\n\n${sentence}\n\n`,
  )
})
