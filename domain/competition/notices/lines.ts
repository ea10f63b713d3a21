import { countOf, ordinal } from "#content/amounts.ts"
import { finishStep } from "#content/finish.ts"

/** Facts from the database that may be worth a mail to one member today. */
export interface NoticeFacts {
  /** Places on the boards of running seasons, when the day began and now; null when not on the board then. */
  places: readonly { season: string; before: number | null; now: number; credits: readonly string[] }[]
  /** Seasons in which the member has points and that end within two days, or within one. */
  ending: readonly { season: string; place: number; isLastDay: boolean; credits: readonly string[] }[]
  /** Running seasons in which the member had an active day today, with all active days so far and those that make a finisher. */
  finishing: readonly { season: string; activeDays: number; of: number }[]
  /** Prizes that nobody claimed yet, with the whole days that are left. */
  prizes: readonly { title: string; daysLeft: number }[]
}

/** The days before the end on which a waiting prize is mentioned: a week, three days, and the last. */
const remindedDays = [6, 2, 0]

/**
 * The paragraphs of today's mail, the most urgent first; none when there is nothing to tell. Other members are always
 * "an athlete": a service's terms may let members see a name on the board, but not receive it by mail.
 */
export function noticeLines({ places, ending, finishing, prizes }: NoticeFacts): string[] {
  return [
    ...prizes.filter(({ daysLeft }) => remindedDays.includes(daysLeft)).map(prizeLine),
    ...ending.map(({ season, place, isLastDay, credits }) =>
      credited(
        `The ${inSentence(season)} ends within ${isLastDay ? "a day" : "two days"}, and you are in ${ordinal(place)} place.`,
        credits,
      ),
    ),
    ...finishing.flatMap(finishLine),
    ...places.flatMap(({ season, before, now, credits }) =>
      before !== null && now > before ? [credited(passedLine(season, before, now), credits)] : [],
    ),
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

function passedLine(season: string, before: number, now: number): string {
  const passed = now - before === 1 ? "One athlete" : `${now - before} athletes`
  return `${passed} passed you today: you started the day in ${ordinal(before)} place and are now in ${ordinal(now)} in the ${inSentence(season)}.`
}

/** "Two-week race" within a sentence. */
export function inSentence(season: string): string {
  return season.charAt(0).toLowerCase() + season.slice(1)
}
