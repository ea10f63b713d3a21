import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { type MailContent, renderMail } from "#domain/mail-layout.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { MailMessage } from "#ports/mail.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { factsOf } from "./facts.ts"
import { inSentence, type NoticeFacts, noticeLines } from "./lines.ts"
import { type NoticePreferences, noticeToken } from "./preferences.ts"
import { type RaceOver, raceOverKey, raceOverLines, racesOver } from "./race-over.ts"

const monthAndDay = dateFormat({ month: "long", day: "numeric" })

/** The evening, in the member's own time zone: the first hour of sending, and the hour after the last. */
const eveningHours = { from: 18, to: 21 }

interface Due extends NoticePreferences {
  athleteId: number
  email: string
  localOn: string
}

/**
 * Mails each member who asked for it what happened today, or how a race ended: at most one mail per local day, in the
 * evening, and none when there is nothing to report. Run by an hourly deadline, by any number of processes; a run that
 * was missed is made up for until the evening ends. Returns the number of mails.
 */
export async function sendNotices(world: World): Promise<number> {
  const due = await findDue(world)
  if (due.length === 0) return 0
  const ids = due.map(({ athleteId }) => athleteId)
  const [facts, races] = await Promise.all([factsOf(world, ids), racesOver(world, ids)])
  let sent = 0
  for (const one of due) {
    const lines = noticeLines(wished(one, facts(one.athleteId)))
    const [over] = one.seasonEnds ? races(one.athleteId) : []
    if ((over || lines.length > 0) && (await send(world, one, lines, over))) sent++
  }
  return sent
}

async function findDue({ db, now }: World): Promise<readonly Due[]> {
  return db.sql<Due>`
    select a.id::float8 as "athleteId", u.email, local.day::date::text as "localOn",
      w.passed, w.season_ends as "seasonEnds", w.prize_waits as "prizeWaits"
    from private.notice_wishes w
    join athletes a on a.id = w.athlete_id
    join auth.users u on u.id = a.user_id
    cross join lateral (select ${now()}::timestamptz at time zone a.time_zone as day) local
    where (w.passed or w.season_ends or w.prize_waits) and u.email is not null
      and extract(hour from local.day) >= ${eveningHours.from} and extract(hour from local.day) < ${eveningHours.to}
      and not exists (
        select from private.notices n where n.athlete_id = a.id and n.local_on = local.day::date
      )
  `
}

function wished({ passed, seasonEnds, prizeWaits }: NoticePreferences, facts: NoticeFacts): NoticeFacts {
  return {
    places: passed ? facts.places : [],
    ending: seasonEnds ? facts.ending : [],
    finishing: seasonEnds ? facts.finishing : [],
    prizes: prizeWaits ? facts.prizes : [],
  }
}

/** False when another process was faster, or the member changed their mind meanwhile. */
function send(
  world: World,
  due: Due,
  lines: readonly string[],
  over: RaceOver | undefined,
): Promise<boolean> {
  return world.db.transaction(async (db) => {
    if (!(await countToday(db, due))) return false
    const told = over ? raceOverTold(world, over, lines) : dayTold(world, lines)
    await world.mail.queue(db, noticeMail(world, due, told), {
      key: over ? raceOverKey(over, due.athleteId) : `notice:${due.athleteId}:${due.localOn}`,
    })
    return true
  })
}

async function countToday(db: Db, { athleteId, localOn }: Due): Promise<boolean> {
  const rows = await db.sql`
    insert into private.notices (athlete_id, local_on)
    select athlete_id, ${localOn}::date from private.notice_wishes
    where athlete_id = ${athleteId} and (passed or season_ends or prize_waits)
    on conflict do nothing returning athlete_id
  `
  return rows.length > 0
}

type Told = Pick<MailContent, "subject" | "preview" | "heading" | "paragraphs" | "button">

function dayTold(world: World, lines: readonly string[]): Told {
  const [preview = ""] = lines
  return {
    subject: `Your day in the ${site.name} competition`,
    preview,
    heading: "Your day in the competition",
    paragraphs: lines,
    button: { label: "Open my account", url: `${world.settings.siteUrl}/account` },
  }
}

/** How the race went, after the other news of the day. */
function raceOverTold(world: World, over: RaceOver, lines: readonly string[]): Told {
  const race = inSentence(over.name)
  return {
    subject: `The ${race} is over: how you did, and who won`,
    preview: `${countOf(over.activeDays, "active day")}, ${countOf(over.points, "point")}, and the winners.`,
    heading: `That was the ${race}`,
    paragraphs: [...lines, ...raceOverLines(over, dayInWords)],
    button: { label: "See all results", url: `${world.settings.siteUrl}/leaderboard/seasons/${over.season}` },
  }
}

/** "2026-11-22" -> "November 22" */
function dayInWords(day: string): string {
  return monthAndDay(new Date(`${day}T00:00:00Z`), "UTC")
}

function noticeMail(world: World, { athleteId, email }: Due, told: Told): MailMessage {
  const { siteUrl } = world.settings
  const away = `${siteUrl}/unsubscribe/competition/${noticeToken(world, athleteId)}`
  return {
    to: email,
    kind: "competition.notice",
    headers: {
      "List-Unsubscribe": `<${away}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Reply-To": site.supportEmail,
    },
    ...renderMail({
      ...told,
      footnote:
        "You are getting this email because you asked for it on your account page. We send one a day at most, and none when there is no news.",
      links: [
        { label: "Unsubscribe", url: away },
        { label: "Change what I get", url: `${siteUrl}/account/settings#notices` },
      ],
    }),
  }
}

/** Deletes the counters of earlier days. Run by a job every hour. */
export async function forgetNotices(db: Db, now: Date): Promise<void> {
  await db.sql`delete from private.notices where local_on < ${now}::timestamptz::date - 3`
}
