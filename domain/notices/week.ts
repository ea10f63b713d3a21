import { countOf, ordinal, rankAmong } from "#content/amounts.ts"
import { shortDate } from "#content/dates.ts"
import type { WeekCheers } from "#domain/community/cheers-of-week.ts"
import { type Stored, streakFrom } from "#domain/competition/streaks/stored.ts"
import type { World } from "#domain/world.ts"
import { daysBetween } from "#primitives/days.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"
import type { Told } from "./notice-mail.ts"

/** How many earlier weeks the usual one is the median of. */
const usualOf = 8

/** One week of training. */
interface Week {
  activeDays: number
  points: number
}

/** What a week says. */
interface WeekFacts {
  /** Whether it ends today. */
  which: "this" | "last"
  week: Week
  /** Null without an earlier week. */
  usual: Week | null
  /** Counted weeks of the streak, saved rest weeks, and active days that this week still needs; none once it is over. */
  streak: { weeks: number; rests: number; missing: number }
  places: readonly { race: string; place: number; total: number; before: number | null }[]
  teams: readonly { race: string; team: string; place: number }[]
  cheers: WeekCheers | undefined
  /** "Hill repeats, Tue, Nov 24, 6:00 AM" */
  next: string | null
  /** Races that end within a week, with their last days. */
  ending: readonly { race: string; lastDay: Day }[]
  /** What else there is to tell today. */
  lines: readonly string[]
  /** Attributions that sources' terms require beside what was derived from their data. */
  credits: readonly string[]
}

/** A week, and the member's usual one: the median of up to eight weeks before it, from their first day on. @param until its last day */
export function weeksOf(
  { days }: Pick<Stored, "days">,
  until: Day,
): { week: Week; usual: Week | null; credits: string[] } {
  const from = addDays(until, -6)
  const inWeek = (n: number) =>
    days.filter(([on]) => on >= addDays(from, -7 * n) && on <= addDays(until, -7 * n))
  const sum = (n: number): Week => ({
    activeDays: inWeek(n).filter(([, , active]) => active).length,
    points: inWeek(n).reduce((points, [, more]) => points + more, 0),
  })
  const first = days.find(([, points]) => points > 0)?.[0] ?? until
  const count = Math.min(usualOf, Math.ceil(daysBetween(first, from) / 7))
  const earlier = Array.from({ length: Math.max(0, count) }, (_, n) => sum(n + 1))
  const credits = new Set(
    Array.from({ length: count + 1 }, (_, n) => inWeek(n))
      .flat()
      .flatMap(([, , , own]) => own ?? []),
  )
  return {
    week: sum(0),
    usual:
      earlier.length === 0
        ? null
        : {
            activeDays: median(earlier.map((one) => one.activeDays)),
            points: median(earlier.map((one) => one.points)),
          },
    credits: [...credits],
  }
}

/** The middle one; of an even number, the mean of the two in the middle, as a whole number. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return Math.round((low + high) / 2)
}

/** The streak as a week tells it. @param today in the member's time zone */
export function streakToTell(stored: Stored, today: Day): WeekFacts["streak"] {
  const { weeks, rests, history } = streakFrom(stored, today)
  const present = history.find(({ on }) => on === mondayOf(today))
  const missing = present?.state === "open" ? present.goal - present.activeDays : 0
  return { weeks, rests, missing }
}

/** The mail of a week. The text is as complete as the HTML: everything is in its paragraphs and facts. */
export function weekTold(world: World, facts: WeekFacts): Told {
  const { which, week, usual, streak, places, teams, cheers, next, ending, lines, credits } = facts
  const rows: (readonly [string, string] | null)[] = [
    [which === "this" ? "This week" : "Last week", weekInWords(week)],
    usual && ["Your usual week", weekInWords(usual)],
    ...places.map(({ race, ...place }) => [race, placeInWords(place)] as const),
    ...teams.map(({ race, team, place }) => [race, `${team}, your team: ${ordinal(place)}`] as const),
    cheers ? ["Cheers", cheersInWords(cheers)] : null,
    streak.weeks > 0 ? ["Streak", streakInWords(streak, which)] : null,
    next === null ? null : ["Next session", next],
    ...ending.map(
      ({ race, lastDay }) => ["Ends soon", `${race}: ${shortDate(lastDay)} is its last day`] as const,
    ),
    credits.length > 0 ? ["Data", credits.join(", ")] : null,
  ]
  const intro = introOf(facts)
  return {
    subject: week.activeDays > 0 ? `Your week: ${weekInWords(week)}` : "Your week, and what comes next",
    preview: intro,
    heading: "Your week",
    paragraphs: [intro, ...lines],
    facts: rows.filter((row) => row !== null),
    button: { label: "Open my account", url: `${world.settings.siteUrl}/account` },
  }
}

/** Beside the usual week only when it flatters: nobody is told off by mail. */
function introOf({ which, week: { activeDays }, usual }: WeekFacts): string {
  if (activeDays === 0) return "A quiet week. Rest is part of training."
  const trained = `You trained on ${countOf(activeDays, "day")} ${which} week`
  if (!usual || activeDays < usual.activeDays) return `${trained}.`
  const more = activeDays - usual.activeDays
  return more === 0 ? `${trained}, as you usually do.` : `${trained}, ${more} more than usual.`
}

function weekInWords({ activeDays, points }: Week): string {
  return `${countOf(activeDays, "active day")}, ${countOf(points, "point")}`
}

function placeInWords({ place, total, before }: Omit<WeekFacts["places"][number], "race">): string {
  const now = rankAmong({ rank: place, total })
  if (before === null) return now
  if (before === place) return `${now}, as last week`
  return `${now}, ${before > place ? "up" : "down"} ${Math.abs(before - place)} since last week`
}

function cheersInWords({ names, givers }: WeekCheers): string {
  const others = givers - names.length
  if (names.length === 0) return `From ${countOf(givers, "athlete")}`
  const all = [...names, ...(others > 0 ? [`${others} more`] : [])]
  return `From ${all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all[0]}`
}

function streakInWords({ weeks, rests, missing }: WeekFacts["streak"], which: WeekFacts["which"]): string {
  const saved = rests > 0 ? `, ${countOf(rests, "rest week")} saved` : ""
  const needs =
    missing > 0 && which === "this" ? `. This week needs ${countOf(missing, "more active day")}` : ""
  return `${countOf(weeks, "week")}${saved}${needs}`
}

/** Asked once after three weeks without training; then nothing comes until they train again. */
export function stillThereTold(world: World): Told {
  return {
    subject: "Still there?",
    heading: "Still there?",
    paragraphs: [
      "You have not trained with us for three weeks, so we have stopped sending your week. Everything is where you left it: your days, your milestones and your people.",
      "Your week will come again with your next activity. Until then you get no more of these.",
    ],
    button: { label: "Open my account", url: `${world.settings.siteUrl}/account` },
  }
}
