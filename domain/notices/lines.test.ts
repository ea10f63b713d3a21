/** The contents of a notice, and when none is sent. */
import { expect, test } from "vitest"
import { type NoticeFacts, noticeItems } from "./lines.ts"

const nothing: NoticeFacts = {
  places: [],
  ending: [],
  finishing: [],
  prizes: [],
  teams: [],
  sessions: [],
  over: [],
}
const noticeLines = (facts: NoticeFacts) => noticeItems(facts).map(({ line }) => line)

test.each([
  [1, null, 4],
  [2, 4, 4],
  [3, 5, 4],
])("Nothing to tell about a place %#", (_, before, now) => {
  expect(noticeLines({ ...nothing, places: [{ season: "Monthly race", before, now, credits: [] }] })).toEqual(
    [],
  )
})

test.each([
  [
    4,
    5,
    "One athlete passed you today: you started the day in 4th place and are now in 5th in the two-week race.",
  ],
  [
    1,
    3,
    "2 athletes passed you today: you started the day in 1st place and are now in 3rd in the two-week race.",
  ],
])("Passed, from %i to %i", (before, now, line) => {
  expect(
    noticeLines({ ...nothing, places: [{ season: "Two-week race", before, now, credits: [] }] }),
  ).toEqual([line])
})

test("A prize is mentioned on three days before its end, and comes first", () => {
  const mentioned = Array.from({ length: 14 }, (_, daysLeft) => daysLeft).filter(
    (daysLeft) => noticeLines({ ...nothing, prizes: [{ title: "Team shirt", daysLeft }] }).length > 0,
  )
  expect(mentioned).toEqual([0, 2, 6])
  expect(
    noticeLines({
      ...nothing,
      places: [{ season: "Two-week race", before: 1, now: 2, credits: [] }],
      ending: [{ season: "Two-week race", place: 2, isLastDay: true, credits: [] }],
      prizes: [{ title: "Team shirt", daysLeft: 0 }],
    }).map((line) => line.slice(0, 10)),
  ).toEqual(["Your prize", "The two-we", "One athlet"])
})

test("A place names the services whose terms require it", () => {
  const place = { season: "Two-week race", credits: ["COROS", "Polar"] }
  const lines = noticeLines({
    ...nothing,
    places: [{ ...place, before: 1, now: 2 }],
    ending: [{ ...place, place: 2, isLastDay: false }],
    prizes: [],
  })
  expect(lines.map((line) => line.endsWith(" Data: COROS, Polar."))).toEqual([true, true])
})

test.each([
  [0, "less than a day"],
  [2, "3 days"],
  [6, "7 days"],
])("A prize with %i whole days left has %s left", (daysLeft, left) => {
  expect(noticeLines({ ...nothing, prizes: [{ title: "Team shirt", daysLeft }] })).toEqual([
    `Your prize is waiting: Team shirt. Tell us where to send it. You have ${left} left.`,
  ])
})

test("the steps to being a finisher are announced: halfway, one day short, and reached", () => {
  const told = [3, 4, 5, 7, 8, 9].map((activeDays) =>
    noticeLines({ ...nothing, finishing: [{ season: "Two-week race", activeDays, of: 8 }] }),
  )
  expect(told).toEqual([
    [],
    ["You are halfway to being a finisher of the two-week race: 4 of 8 active days."],
    [],
    ["One more active day makes you a finisher of the two-week race."],
    ["You are a finisher of the two-week race: 8 active days. The finishers are listed with the results."],
    [],
  ])
})
