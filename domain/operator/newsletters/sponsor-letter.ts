import { longDate } from "#content/dates.ts"
import { sponsorList } from "#content/lists.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import type { Sponsored } from "#domain/competition/seasons/sponsorship.ts"
import { sponsorshipOf } from "#domain/competition/seasons/sponsorship.ts"
import { rulesOf } from "#domain/competition/series/season-prizes.ts"
import type { IssueText } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"

type Letter =
  | { ok: true; sponsorship: number; written: Omit<IssueText, "html"> }
  | Refusal<"unknown_race" | "no_sponsor">

/** The first draft of the email about a sponsored season or side race: its prizes, and where to see it. */
export async function sponsorLetter({ db }: Pick<World, "db">, of: Sponsored): Promise<Letter> {
  const race = await raceOf(db, of)
  if (!race) return { ok: false, code: "unknown_race" }
  const sponsorship = await sponsorshipOf(db, of)
  if (!sponsorship) return { ok: false, code: "no_sponsor" }
  const { name, path, prizes, from, to } = race
  const sponsor = sponsorship.sponsor.name
  const when = `${longDate(from)} to ${longDate(to)}`
  const markdown = [
    prizes.length > 0
      ? `The prize of ${name}, ${when}, is from ${sponsor}.`
      : `${sponsor} sponsors ${name}, ${when}.`,
    prizes.map((title) => `- ${title}`).join("\n"),
    `[See the race](${path})`,
    `This is the only email about it. ${sponsor} does not have your address.`,
  ]
  const subject =
    prizes.length > 0 ? `${race.title}: a prize from ${sponsor}` : `${race.title}, with ${sponsor}`
  return {
    ok: true,
    sponsorship: sponsorship.id,
    written: {
      list: sponsorList(sponsorship.id).id,
      subject: subject.slice(0, 200),
      preview: "",
      markdown: markdown.filter(Boolean).join("\n\n"),
      places: null,
    },
  }
}

interface NamedRace {
  title: string
  /** Within a sentence: "the two-week race". */
  name: string
  path: string
  from: string
  to: string
  prizes: string[]
}

async function raceOf(db: Db, { season: slug, race: name }: Sponsored): Promise<NamedRace | null> {
  if (name !== null) {
    const race = await findRace(db, { season: slug, name })
    if (!race) return null
    const { title, from, to, prize } = race
    const path = `/leaderboard/races/${slug}/${name}`
    return { title, name: `“${title}”`, path, from, to, prizes: prize === null ? [] : [prize] }
  }
  const season = (await listSeasons(db)).find((one) => one.slug === slug)
  if (!season) return null
  const { name: title, page, prizes } = await rulesOf(db, season)
  return {
    title,
    name: `the ${title.toLowerCase()}`,
    path: `/leaderboard/${page}`,
    from: season.from,
    to: season.to,
    prizes: prizes.map((one) => one.title),
  }
}
