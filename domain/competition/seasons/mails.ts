import { inDollars, ordinal } from "#content/amounts.ts"
import type { Series } from "#content/competitions.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import { type MailContent, renderMail } from "../../mail-layout.ts"
import { dayInWords } from "../../site-clock.ts"
import type { Address } from "./address.ts"
import type { SeasonRow } from "./season.ts"

interface MailedPrize {
  id: number
  place: number
  title: string
  name: string
  email: string | null
  claimUntil: Date
  shippingCents: number
  claimed: boolean
  /** The race of teams whose prize it is, and the winner's team; null: for a place in the season. */
  race: string | null
  team: string | null
  /** The attribution required beside the place. */
  credits: string[]
}

/** The consequences of withdrawing a prize. */
export interface Withdrawn {
  /** The paid shipping fee is refunded. */
  refunded: boolean
}

/** The closing text of every mail about a prize. */
const footnote = "You are getting this email because you are in the competition. Questions? Just reply."
const headers = { "Reply-To": site.supportEmail }

export async function mailWon(
  world: World,
  season: SeasonRow,
  rules: Series,
  prizeId: number,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.won", (prize) => ({
    subject: prize.race
      ? `Your team won: ${prize.race}`
      : `You won ${ordinal(prize.place)} place in the ${rules.name.toLowerCase()}`,
    preview: prize.title,
    heading: `Congratulations, ${prize.name}`,
    paragraphs: [
      prize.race
        ? `Your team, ${prize.team}, finished first in ${prize.race}, ${spanOf(season)}, and you share its prize.`
        : `You finished ${ordinal(prize.place)} in the ${rules.name.toLowerCase()}, ${spanOf(season)}.`,
      `Your prize: ${prize.title}.`,
      ...claimBy(prize),
    ],
    facts: creditsOf(prize),
    button: claimButton(world),
    footnote,
  }))
}

/** The order of winners changed, and so did this athlete's prize. */
export async function mailMoved(
  world: World,
  season: SeasonRow,
  rules: Series,
  prizeId: number,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.moved", (prize) => ({
    subject: prize.race
      ? "Your prize has changed: you share the prize of your team"
      : `Your prize has changed: you are now in ${ordinal(prize.place)} place`,
    preview: prize.title,
    heading: prize.race ? "You share the prize of your team" : `You are now in ${ordinal(prize.place)} place`,
    paragraphs: [
      prize.race
        ? `The order of winners in the ${rules.name.toLowerCase()} (${spanOf(season)}) has changed. Your team, ${prize.team}, finished first in ${prize.race}, and you share its prize.`
        : `The order of winners in the ${rules.name.toLowerCase()} (${spanOf(season)}) has changed, and so has your place.`,
      `Your prize is now: ${prize.title}.`,
      ...(prize.claimed
        ? ["We still have the address you gave us. You can change it until we ship the prize."]
        : claimBy(prize)),
    ],
    facts: creditsOf(prize),
    button: prize.claimed ? { ...claimButton(world), label: "See my prize" } : claimButton(world),
    footnote,
  }))
}

/** A higher-ranked athlete was reinstated, or another team has won, so this athlete loses the prize. */
export async function mailPassedOn(
  world: World,
  season: SeasonRow,
  prizeId: number,
  { refunded }: Withdrawn,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "Your prize goes to another athlete",
    heading: "The order of winners has changed",
    paragraphs: [
      prize.race
        ? `The result of ${prize.race} (${spanOf(season)}) has changed, and you no longer share its prize. It is not your fault.`
        : `An athlete with a better result in the season from ${spanOf(season)} is back in the ranking. You are no longer among the winners. It is not your fault.`,
      `The prize in question: ${prize.title}.`,
      ...refundLine(refunded),
      "We are sorry. Your points stay as they are.",
    ],
    footnote,
  }))
}

export async function mailDisqualified(
  world: World,
  season: SeasonRow,
  prizeId: number,
  { reason, refunded }: Withdrawn & { reason: string },
): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "About your prize",
    heading: "Your result no longer counts",
    paragraphs: [
      `Your result in the season from ${spanOf(season)} no longer counts, so your prize (${prize.title}) goes to the next athlete.`,
      `The reason: ${reason}`,
      ...refundLine(refunded),
      "If you disagree, reply to this email. A person will read it.",
    ],
    footnote,
  }))
}

export async function mailUnclaimed(world: World, season: SeasonRow, prizeId: number): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "Your prize was not claimed in time",
    heading: "The time to claim your prize is up",
    paragraphs: [
      `You did not tell us where to send your prize (${prize.title}) from the season that ran from ${spanOf(season)}, so it goes to the next athlete.`,
      "You keep your result and your points. See you next season.",
    ],
    footnote,
  }))
}

export async function mailShipped(world: World, prizeId: number, tracking: string | null): Promise<void> {
  await mailPrize(world, prizeId, "competition.shipped", (prize) => ({
    subject: "Your prize is on its way",
    heading: "Your prize is on its way",
    paragraphs: [`We have shipped your prize: ${prize.title}.`],
    ...(tracking ? { facts: [["Tracking", tracking] as const] } : {}),
    footnote,
  }))
}

/** The winner wrote that they do not want the prize, and an operator has passed it on for them. */
export async function mailPassedForWinner(
  world: World,
  prizeId: number,
  { refunded, text }: Withdrawn & { text: string },
): Promise<void> {
  await mailPrize(world, prizeId, "competition.prize-declined", (prize) => ({
    subject: "You passed on your prize",
    heading: "Your prize goes to the next athlete",
    paragraphs: [
      `We passed on your prize (${prize.title}) for you.`,
      text,
      ...refundLine(refunded),
      "You keep your result and your points. If this is a mistake, reply right away.",
    ],
    footnote,
  }))
}

/** An operator changed the time until which the prize can be claimed. */
export async function mailClaimMoved(world: World, prizeId: number): Promise<void> {
  await mailPrize(world, prizeId, "competition.claim-moved", (prize) => ({
    subject: `You have until ${dayInWords(prize.claimUntil)} to claim your prize`,
    heading: "New last day to claim your prize",
    paragraphs: [`Your prize: ${prize.title}.`, ...claimBy(prize)],
    button: claimButton(world),
    footnote,
  }))
}

/** An operator corrected the address, and the winner sees whether it is right. */
export async function mailAddressCorrected(world: World, prizeId: number, address: Address): Promise<void> {
  const { name, line1, line2, city, region, postalCode, country } = address
  await mailPrize(world, prizeId, "competition.address", (prize) => ({
    subject: "We corrected where your prize goes",
    heading: "Is this the right address?",
    paragraphs: [
      `We corrected the address for your prize: ${prize.title}.`,
      "If something is still wrong, change it on your prizes page, or reply to this email.",
    ],
    facts: [
      [
        "Goes to",
        [name, line1, line2, [city, region, postalCode].filter(Boolean).join(", "), country]
          .filter(Boolean)
          .join("\n"),
      ],
    ],
    button: { ...claimButton(world), label: "See my prize" },
    footnote,
  }))
}

/** The tracking number in the earlier mail was wrong. */
export async function mailTrackingCorrected(
  world: World,
  prizeId: number,
  tracking: string | null,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.tracking", (prize) => ({
    subject: "The tracking number of your prize",
    heading: "The tracking number has changed",
    paragraphs: [
      tracking
        ? `The tracking number we sent for your prize (${prize.title}) was wrong. This is the right one.`
        : `The tracking number we sent for your prize (${prize.title}) was wrong. It travels without one.`,
    ],
    ...(tracking ? { facts: [["Tracking", tracking] as const] } : {}),
    footnote,
  }))
}

/** Queues a mail to the winner in the transaction that changes the prize; none for an account without an email address. */
async function mailPrize(
  world: World,
  prizeId: number,
  kind: string,
  write: (prize: MailedPrize) => MailContent,
): Promise<void> {
  const [prize] = await world.db.sql<MailedPrize>`
    select p.id::float8 as id, abs(p.place) as place, p.title, a.display_name as name, u.email,
      p.claim_until as "claimUntil", p.shipping_cents as "shippingCents", p.claimed_at is not null as claimed,
      coalesce(r.credits, '{}') as credits, race.title as race,
      (
        select t.name from team_members m join teams t on t.id = m.team_id
        where m.race_id = p.race_id and m.athlete_id = p.athlete_id and m.until_on is null
      ) as team
    from prizes p
    join athletes a on a.id = p.athlete_id
    left join auth.users u on u.id = a.user_id
    left join season_results r on r.season_id = p.season_id and r.athlete_id = p.athlete_id
    left join races race on race.id = p.race_id
    where p.id = ${prizeId}
  `
  if (!prize?.email) return
  await world.mail.queue(world.db, { to: prize.email, kind, headers, ...renderMail(write(prize)) })
}

/** The terms of some services require their name beside a place earned with their data. */
function creditsOf({ credits }: MailedPrize): readonly (readonly [string, string])[] {
  return credits.length > 0 ? [["Data", credits.join(", ")]] : []
}

function claimBy({ claimUntil, shippingCents }: MailedPrize): string[] {
  return [
    `Tell us where to send it by ${dayInWords(claimUntil)}. After that, it goes to the next athlete.`,
    shippingCents > 0 ? `You pay only shipping, ${inDollars(shippingCents)}.` : "Shipping is on us.",
  ]
}

function claimButton(world: World) {
  return { label: "Claim my prize", url: `${world.settings.siteUrl}/account/prizes` }
}

function refundLine(refunded: boolean): string[] {
  return refunded ? ["We are refunding what you paid for shipping."] : []
}

/** "November 9 to November 22, 2026" */
function spanOf({ opensAt, closesAt }: SeasonRow): string {
  const from = dayInWords(opensAt)
  const to = dayInWords(new Date(closesAt.getTime() - 1))
  return `${from.slice(-4) === to.slice(-4) ? from.slice(0, -6) : from} to ${to}`
}
