import { site } from "#content/site.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { disqualify, reinstate } from "#domain/competition/seasons/disqualify.ts"
import { ship } from "#domain/competition/seasons/prizes.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { Db, World } from "#domain/world.ts"
import { act, rehearse, type Subject } from "./journal.ts"
import type { Operator } from "./roles.ts"

interface DryRun {
  /** Performs everything and rolls it back. */
  dryRun?: boolean
}

interface InSeason {
  /** Names in URLs. */
  season: string
  athlete: string
}

/** Closes a season: freezes the results, awards the prizes, tells the winners. Errors: those of `act` and `close`. */
export async function closeSeason(
  world: World,
  operator: Operator,
  { season, early = false, dryRun = false }: { season: string; early?: boolean } & DryRun,
) {
  const look = async ({ sql }: Db) => {
    const [row] = await sql<Record<string, unknown>>`
      select closed_at is not null as closed, settled_at is not null as settled from seasons where slug = ${season}`
    return { ...row }
  }
  const command = { command: "season.close", subject: { kind: "season", id: season }, look } as const
  return (dryRun ? rehearse : act)(world, operator, command, (inside) => close(inside, season, { early }))
}

/** Excludes an athlete from a season; unshipped prizes move up. Errors: those of `act` and `disqualify`. */
export async function disqualifyAthlete(
  world: World,
  operator: Operator,
  given: InSeason & { reason: string; undoes?: number | null } & DryRun,
) {
  const { season, athlete, reason, undoes = null } = given
  const command = {
    command: "season.disqualify",
    subject: await placeOf(world.db, given),
    reason,
    undoes,
    look: lookAtPlace(given),
  } as const
  return (given.dryRun ? rehearse : act)(world, operator, command, (inside) =>
    disqualify(inside, { season, athlete, reason }),
  )
}

/** Takes a disqualification back. Errors: those of `act` and `reinstate`. */
export async function reinstateAthlete(
  world: World,
  operator: Operator,
  given: InSeason & { undoes?: number | null } & DryRun,
) {
  const { season, athlete, undoes = null } = given
  const command = {
    command: "season.reinstate",
    subject: await placeOf(world.db, given),
    undoes,
    look: lookAtPlace(given),
  } as const
  return (given.dryRun ? rehearse : act)(world, operator, command, (inside) =>
    reinstate(inside, { season, athlete }),
  )
}

/** Marks a prize as shipped and tells the winner. Errors: those of `act` and `ship`. */
export async function shipPrize(
  world: World,
  operator: Operator,
  { prizeId, tracking, dryRun = false }: { prizeId: number; tracking: string | null } & DryRun,
) {
  const look = async ({ sql }: Db) => {
    const [row] = await sql<
      Record<string, unknown>
    >`select status, tracking from prizes where id = ${prizeId}`
    return { ...row }
  }
  const [owner] = await world.db.sql<{ user_id: string | null }>`
    select a.user_id from prizes p join athletes a on a.id = p.athlete_id where p.id = ${prizeId}`
  const subject = { kind: "prize", id: String(prizeId), person: { userId: owner?.user_id ?? null } }
  return (dryRun ? rehearse : act)(world, operator, { command: "prize.ship", subject, look }, (inside) =>
    ship(inside, { prizeId, tracking }),
  )
}

/** Writes to every winner of a season. Errors: those of `act`, and `nobody`. */
export async function writeToWinners(
  world: World,
  operator: Operator,
  { season, subject, text, dryRun = false }: { season: string; subject: string; text: string } & DryRun,
) {
  const command = {
    command: "season.message",
    subject: { kind: "season", id: season },
    reason: subject,
  } as const
  return (dryRun ? rehearse : act)(
    world,
    operator,
    command,
    async (inside): Promise<{ ok: true; mails: number } | { ok: false; code: "nobody" }> => {
      const winners = await inside.db.sql<{ email: string; name: string }>`
        select u.email, a.display_name as name
        from prizes p
        join seasons s on s.id = p.season_id
        join athletes a on a.id = p.athlete_id
        join auth.users u on u.id = a.user_id
        where s.slug = ${season} and p.status <> 'withdrawn' and u.email is not null
        order by p.place`
      for (const { email, name } of winners)
        await inside.mail.queue(inside.db, {
          to: email,
          kind: "competition.message",
          headers: { "Reply-To": site.supportEmail },
          ...renderMail({
            subject,
            heading: `Hello ${name}`,
            paragraphs: text.split(/\n{2,}/),
            footnote:
              "You get this mail because you won a prize in the competition. Questions? Reply to this mail.",
          }),
        })
      return winners.length > 0 ? { ok: true, mails: winners.length } : { ok: false, code: "nobody" }
    },
  )
}

async function placeOf(db: Db, { season, athlete }: InSeason): Promise<Subject> {
  const [row] = await db.sql<{ id: number; user_id: string | null }>`
    select id::float8 as id, user_id from athletes where slug = ${athlete}`
  return { kind: "place", id: `${season}:${row?.id ?? "unknown"}`, person: { userId: row?.user_id ?? null } }
}

function lookAtPlace({ season, athlete }: InSeason) {
  return async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<{ reason: string }>`
      select d.reason from disqualifications d
      join seasons s on s.id = d.season_id
      join athletes a on a.id = d.athlete_id
      where s.slug = ${season} and a.slug = ${athlete}`
    return { disqualified: row?.reason ?? null }
  }
}
