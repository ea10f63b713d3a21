/** What the week's mail says. */
import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { renderMail } from "../mail-layout.ts"
import { weeksOf, weekTold } from "./week.ts"

const day = (on: string, points: number, active = true): [string, number, boolean, string[] | null] => [
  on,
  points,
  active,
  null,
]
const world = { settings: { siteUrl: "https://b4m.example" } } as World

test("the usual week is the median of the weeks before, from the first day on", () => {
  const days = [
    // Nine weeks before: too long ago.
    day("2026-09-14", 900),
    ...["2026-10-20", "2026-10-27", "2026-10-28", "2026-11-03", "2026-11-04", "2026-11-05"].map((on) =>
      day(on, 40),
    ),
    day("2026-11-10", 20, false),
    day("2026-11-16", 50),
    day("2026-11-22", 70),
  ]
  const { week, usual } = weeksOf({ days }, "2026-11-22")
  expect(week).toEqual({ activeDays: 2, points: 120 })
  // Weeks of 0, 3, 2, 1, 0, 0, 0, 0 active days and 20, 120, 80, 40, 0, 0, 0, 0 points.
  expect(usual).toEqual({ activeDays: 0, points: 10 })
})

test("no usual week in the first one, and one after it", () => {
  expect(weeksOf({ days: [day("2026-11-18", 30)] }, "2026-11-22").usual).toBeNull()
  expect(weeksOf({ days: [day("2026-11-14", 30)] }, "2026-11-22").usual).toEqual({
    activeDays: 1,
    points: 30,
  })
  expect(weeksOf({ days: [] }, "2026-11-22")).toEqual({
    week: { activeDays: 0, points: 0 },
    usual: null,
    credits: [],
  })
})

type WeekFacts = Parameters<typeof weekTold>[1]

const facts: WeekFacts = {
  which: "this",
  week: { activeDays: 4, points: 1212 },
  usual: { activeDays: 3, points: 180 },
  streak: { weeks: 6, rests: 1, missing: 0 },
  places: [
    { race: "Two-week race", place: 12, total: 60, before: 15 },
    { race: "Monthly race", place: 9, total: 61, before: null },
  ],
  teams: [{ race: "Team month", team: "Ridge", place: 2 }],
  cheers: { names: ["Ana", "Ben"], givers: 5 },
  next: "Hill Repeats, Tue, Nov 24, 6:00 AM",
  ending: [{ race: "Two-week race", lastDay: "2026-11-22" }],
  lines: ["Your prize is waiting: Team shirt."],
  credits: ["Polar"],
}

test("the text says as much as the HTML", () => {
  const { subject, text, html } = renderMail({ ...weekTold(world, facts), footnote: "Small print." })
  expect(subject).toBe("Your week: 4 active days, 1,212 points")
  const said = [
    "You trained on 4 days this week, 1 more than usual.",
    "Your prize is waiting: Team shirt.",
    "4 active days, 1,212 points",
    "3 active days, 180 points",
    "12th of 60, up 3 since last week",
    "9th of 61",
    "Ridge, your team: 2nd",
    "From Ana, Ben and 3 more",
    "6 weeks, 1 rest week saved",
    "Hill Repeats, Tue, Nov 24, 6:00 AM",
    "Two-week race: Sun, Nov 22 is its last day",
    "Polar",
  ]
  const plain = text.replace(/\s+/g, " ")
  for (const words of said) expect([plain.includes(words), html.includes(words)], words).toEqual([true, true])
})

test.each<[string, Partial<WeekFacts>]>([
  ["A quiet week. Rest is part of training.", { week: { activeDays: 0, points: 0 } }],
  ["You trained on 2 days this week.", { week: { activeDays: 2, points: 90 } }],
  ["You trained on 3 days this week, as you usually do.", { week: { activeDays: 3, points: 90 } }],
  ["You trained on 1 day last week.", { which: "last", week: { activeDays: 1, points: 9 }, usual: null }],
])("the first sentence: %s", (sentence, differs) => {
  expect(weekTold(world, { ...facts, ...differs }).paragraphs[0]).toBe(sentence)
})

test("a week without anything has no empty rows", () => {
  const nothing = {
    usual: null,
    streak: { weeks: 0, rests: 0, missing: 2 },
    places: [],
    teams: [],
    cheers: undefined,
  }
  const told = weekTold(world, { ...facts, ...nothing, next: null, ending: [], lines: [], credits: [] })
  expect(told.facts).toEqual([["This week", "4 active days, 1,212 points"]])
})
