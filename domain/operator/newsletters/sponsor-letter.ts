import { longDate } from "#content/dates.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import { rulesOf } from "#domain/competition/series/season-prizes.ts"
import { sponsorOf } from "#domain/competition/sponsors/sponsors.ts"
import type { IssueText } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"

type Letter =
  | { ok: true; season: number; written: Omit<IssueText, "html"> }
  | Refusal<"unknown_season" | "no_sponsor">

/** The first draft of the email about the sponsor of a season: the race, its prizes, and where to see it. */
export async function sponsorLetter({ db }: Pick<World, "db">, slug: string): Promise<Letter> {
  const season = (await listSeasons(db)).find((one) => one.slug === slug)
  if (!season) return { ok: false, code: "unknown_season" }
  const sponsor = await sponsorOf(db, slug)
  if (!sponsor) return { ok: false, code: "no_sponsor" }
  const { name, page, prizes } = await rulesOf(db, season)
  const when = `${longDate(season.from)} to ${longDate(season.to)}`
  const won = prizes.map(({ title }) => `- ${title}`).join("\n")
  const markdown = [
    `The prize of the ${name.toLowerCase()}, ${when}, is from ${sponsor.name}.`,
    won,
    `[See the race](/leaderboard/${page})`,
    `This is the only email about it. ${sponsor.name} does not have your address.`,
  ]
  return {
    ok: true,
    season: season.id,
    written: {
      list: "sponsors",
      subject: `${name}: a prize from ${sponsor.name}`.slice(0, 200),
      preview: "",
      markdown: markdown.filter(Boolean).join("\n\n"),
      places: null,
    },
  }
}
