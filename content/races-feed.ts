import { escapeHtml } from "#primitives/html.ts"
import { ordinal } from "./amounts.ts"
import type { Metric } from "./races.ts"
import { site } from "./site.ts"
import { valueInWords } from "./value-in-words.ts"

/** A side race of one season, final. */
interface FeedRace {
  season: string
  title: string
  metric: Metric
  from: string
  to: string
  closedAt: Date
  /** The first ones; hidden values are null. */
  lines: readonly {
    place: number | null
    name: string | null
    value: number | null
    sample: boolean
    credits: readonly string[]
  }[]
}

/**
 * The results of a side race, season by season, as RSS 2.0, in the order given.
 * @param origin public origin without a trailing slash
 * @param race whose address the feed is below
 */
export function raceFeed(
  origin: string,
  race: { season: string; name: string; title: string },
  results: readonly FeedRace[],
): string {
  const addressOf = (season: string) => `${origin}/leaderboard/races/${season}/${race.name}`
  const items = results.map(
    (one) => `    <item>
      <title>${escapeHtml(`${one.title}, ${one.from} to ${one.to}`)}</title>
      <link>${addressOf(one.season)}</link>
      <guid isPermaLink="true">${addressOf(one.season)}</guid>
      <pubDate>${one.closedAt.toUTCString()}</pubDate>
      <description>${escapeHtml(summary(one))}</description>
    </item>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeHtml(`${site.name} ${race.title}`)}</title>
    <link>${addressOf(race.season)}</link>
    <atom:link href="${addressOf(race.season)}/rss.xml" rel="self" type="application/rss+xml"/>
    <description>${escapeHtml(`Results of ${race.title}.`)}</description>
    <language>en-us</language>
${items.join("")}  </channel>
</rss>
`
}

function summary({ metric, lines }: FeedRace): string {
  if (lines.length === 0) return "It is over."
  const told = lines.map(({ place, name, value, sample, credits }) => {
    const what = [
      value === null ? [] : valueInWords(metric, value),
      credits.length > 0 ? `data: ${credits.join(", ")}` : [],
    ].flat()
    return `${place === null ? "No place" : ordinal(place)}: ${name ?? "an athlete"}${sample ? " (sample athlete)" : ""}${what.length > 0 ? ` (${what.join("; ")})` : ""}`
  })
  return told.join(". ")
}
