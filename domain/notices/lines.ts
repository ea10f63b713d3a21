import { countOf, ordinal } from "#content/amounts.ts"
import { finishStep } from "#content/finish.ts"
import type { NoticeKind } from "#content/notice-kinds.ts"

/** Facts from the database that may be worth a notice to one member today. */
export interface NoticeFacts {
  /** Places on the boards of running seasons, when the day began and now; null when not on the board then. */
  places: readonly { season: string; before: number | null; now: number; credits: readonly string[] }[]
  /** Seasons in which the member has points and that end within two days, or within one. */
  ending: readonly { season: string; place: number; isLastDay: boolean; credits: readonly string[] }[]
  /** Running seasons in which the member had an active day today, with all active days so far and those that make a finisher. */
  finishing: readonly { season: string; activeDays: number; of: number }[]
  /** Prizes that nobody claimed yet, with the whole days that are left. */
  prizes: readonly { title: string; daysLeft: number }[]
  /** The member's teams in races that end within two days, when one strong day can change the team's place. */
  teams: readonly { race: string; place: number; isAhead: boolean }[]
  /** Sessions of tomorrow in which the member has a spot. */
  sessions: readonly { title: string; when: string; bring: string }[]
  /** Seasons whose winners are known, and in which the member trained. */
  over: readonly { name: string }[]
}

/** One thing to tell. */
export interface NoticeItem {
  kind: NoticeKind
  line: string
  /** That a season is over, which a mail tells at length. */
  isOver?: true
}

/** The days before the end on which a waiting prize is mentioned: a week, three days, and the last. */
const remindedDays = [6, 2, 0]

/**
 * What there is to tell today, the most urgent first. Fit for a lock screen, and for a mail that is passed on: other
 * members are always "an athlete", because a service's terms may let members see a name on the board, but not receive it;
 * and no line says anything of another athlete's points or of anybody's health.
 */
export function noticeItems(facts: NoticeFacts): NoticeItem[] {
  const { places, ending, finishing, prizes, teams, sessions, over } = facts
  const of = (kind: NoticeKind, lines: readonly string[]) => lines.map((line) => ({ kind, line }))
  return [
    ...of("prize", prizes.filter(({ daysLeft }) => remindedDays.includes(daysLeft)).map(prizeLine)),
    ...of("reminder", sessions.map(sessionLine)),
    ...of("season", [...ending.map(endingLine), ...finishing.flatMap(finishLine)]),
    ...of("season", over.map(overLine)).map((item) => ({ ...item, isOver: true as const })),
    ...of("team", teams.map(teamLine)),
    ...of("passed", places.flatMap(passedLine)),
  ]
}

/** The terms of some services require their name beside a place earned with their data. */
export function credited(line: string, credits: readonly string[]): string {
  return credits.length > 0 ? `${line} Data: ${credits.join(", ")}.` : line
}

function prizeLine({ title, daysLeft }: NoticeFacts["prizes"][number]): string {
  const left = daysLeft === 0 ? "less than a day" : `${daysLeft + 1} days`
  return `Your prize is waiting: ${title}. Tell us where to send it. You have ${left} left.`
}

function sessionLine({ title, when, bring }: NoticeFacts["sessions"][number]): string {
  return `Tomorrow: ${title}, ${when}. Bring ${bring}.`
}

function endingLine({ season, isLastDay, place, credits }: NoticeFacts["ending"][number]): string {
  const left = isLastDay ? "a day" : "two days"
  return credited(
    `The ${inSentence(season)} ends within ${left}, and you are in ${ordinal(place)} place.`,
    credits,
  )
}

/** Told on the day of the step, and so once. */
function finishLine({ season, activeDays, of }: NoticeFacts["finishing"][number]): string[] {
  const step = finishStep({ activeDays, of })
  const race = inSentence(season)
  if (step === "half")
    return [`You are halfway to being a finisher of the ${race}: ${activeDays} of ${of} active days.`]
  if (step === "one-to-go") return [`One more active day makes you a finisher of the ${race}.`]
  if (step === "done")
    return [
      `You are a finisher of the ${race}: ${countOf(activeDays, "active day")}. The finishers are listed with the results.`,
    ]
  return []
}

function overLine({ name }: NoticeFacts["over"][number]): string {
  return `The ${inSentence(name)} is over. See how you did, and who won.`
}

function teamLine({ race, place, isAhead }: NoticeFacts["teams"][number]): string {
  const change = isAhead
    ? `one strong day can make it ${ordinal(place - 1)}`
    : "the next team is one strong day behind"
  return `Your team is in ${ordinal(place)} place in ${race}, and ${change}. The race ends within two days.`
}

function passedLine({ season, before, now, credits }: NoticeFacts["places"][number]): string[] {
  if (before === null || now <= before) return []
  const passed = now - before === 1 ? "One athlete" : `${now - before} athletes`
  return [
    credited(
      `${passed} passed you today: you started the day in ${ordinal(before)} place and are now in ${ordinal(now)} in the ${inSentence(season)}.`,
      credits,
    ),
  ]
}

/** "Two-week race" within a sentence. */
export function inSentence(season: string): string {
  return season.charAt(0).toLowerCase() + season.slice(1)
}
