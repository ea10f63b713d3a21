import { countOf } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import type { NoticeKind } from "#content/notice-kinds.ts"
import { site } from "#content/site.ts"
import { reminderContent } from "#domain/events/mails.ts"
import type { NextSession } from "#domain/events/next-sessions.ts"
import { spotUrl } from "#domain/events/spot.ts"
import { ink } from "#domain/mail-frame.ts"
import type { World } from "#domain/world.ts"
import { escapeHtml } from "#primitives/html.ts"
import { inSentence, type NoticeItem } from "./lines.ts"
import type { Told } from "./notice-mail.ts"
import type { Shown } from "./push/payload.ts"
import { type RaceOver, raceOverLines } from "./race-over.ts"

/** What the notice of a day says in a mail. */
export function dayTold(
  world: World,
  {
    items,
    session,
    over,
  }: { items: readonly NoticeItem[]; session: NextSession | undefined; over: RaceOver | undefined },
): Told {
  const lines = items.filter(({ isOver }) => !isOver).map(({ line }) => line)
  if (over && items.some(({ isOver }) => isOver)) return raceOverTold(world, over, lines)
  const { siteUrl } = world.settings
  if (session) {
    const content = reminderContent(session.occurrence, spotUrl(world, session.id))
    return items.length === 1 ? content : { ...content, paragraphs: lines }
  }
  const [preview = ""] = lines
  return {
    subject: `Your day in the ${site.name} competition`,
    preview,
    heading: "Your day in the competition",
    paragraphs: lines,
    button: items.every(({ kind }) => kind === "prize")
      ? { label: "Claim my prize", url: `${siteUrl}/account/prizes` }
      : { label: "Open my account", url: `${siteUrl}/account` },
  }
}

/** How the race went, after the other news of the day. */
function raceOverTold(world: World, over: RaceOver, lines: readonly string[]): Told {
  const race = inSentence(over.name)
  const { siteUrl } = world.settings
  return {
    subject: `The ${race} is over: how you did, and who won`,
    preview: `${countOf(over.activeDays, "active day")}, ${countOf(over.points, "point")}, and the winners.`,
    heading: `That was the ${race}`,
    paragraphs: [...lines, ...raceOverLines(over, longDay)],
    button: { label: "Look back at my season", url: `${siteUrl}/account/seasons/${over.season}` },
    body: bodyLink("See all results", `${siteUrl}/leaderboard/seasons/${over.season}`),
  }
}

function bodyLink(label: string, url: string): NonNullable<Told["body"]> {
  return {
    html: `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:${ink}">${label}</a></p>`,
    text: `${label}:\n${url}`,
  }
}

const hours = 3600

/** The titles of a lock screen: they say what it is about, and nothing of whom. */
const titles: Partial<Record<NoticeKind, string>> = {
  prize: "A prize is waiting for you",
  season: "Your race",
  team: "Your team is close",
}

/** What the notice of a day says on a lock screen: the same sentences, under the title of the first. */
export function dayShown(items: readonly NoticeItem[], over: RaceOver | undefined): Shown {
  const kind = items[0]?.kind ?? "season"
  const paths = { prize: "/account/prizes", season: over ? `/account/seasons/${over.season}` : "/account" }
  return {
    title: titles[kind] ?? `Your day at ${site.name}`,
    body: items.map(({ line }) => line).join(" "),
    path: paths[kind as keyof typeof paths] ?? "/account",
    topic: kind,
    urgency: kind === "prize" ? "high" : "normal",
    ttlSeconds: kind === "prize" ? 24 * hours : 12 * hours,
  }
}
