import { ordinal } from "#content/amounts.ts"

/** Facts from the database that may be worth a mail to one member today. */
export interface NoticeFacts {
  /** Places on the boards of running seasons, when the day began and now; null when not on the board then. */
  places: readonly { season: string; before: number | null; now: number; credits: readonly string[] }[]
  /** Seasons in which the member stands and that end within two days, or within one. */
  ending: readonly { season: string; place: number; isLastDay: boolean; credits: readonly string[] }[]
  /** Prizes that nobody claimed yet, with the whole days that are left. */
  prizes: readonly { title: string; daysLeft: number }[]
}

/** The days before the end on which a waiting prize is mentioned: a week, three days, and the last. */
const remindedDays = [6, 2, 0]

/**
 * The paragraphs of today's mail, the most urgent first; none when there is nothing to tell. Other members are always
 * "an athlete": a service's terms may let members see a name on the board, but not receive it by mail.
 */
export function noticeLines({ places, ending, prizes }: NoticeFacts): string[] {
  return [
    ...prizes.filter(({ daysLeft }) => remindedDays.includes(daysLeft)).map(prizeLine),
    ...ending.map(({ season, place, isLastDay, credits }) =>
      credited(
        `The ${inSentence(season)} ends within ${isLastDay ? "a day" : "two days"}, and you are in ${ordinal(place)} place.`,
        credits,
      ),
    ),
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

function passedLine(season: string, before: number, now: number): string {
  const passed = now - before === 1 ? "One athlete" : `${now - before} athletes`
  return `${passed} passed you today: you started the day in ${ordinal(before)} place and are now in ${ordinal(now)} in the ${inSentence(season)}.`
}

/** "Two-week race" within a sentence. */
export function inSentence(season: string): string {
  return season.charAt(0).toLowerCase() + season.slice(1)
}
