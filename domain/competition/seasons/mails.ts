import { inDollars, ordinal } from "#content/amounts.ts"
import type { Series } from "#content/competitions.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import { type MailContent, renderMail } from "../../mail-layout.ts"
import { dayInWords } from "../../site-clock.ts"
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
}

/** The consequences of withdrawing a prize. */
export interface TakenBack {
  /** The paid shipping fee is refunded. */
  refunded: boolean
}

/** The closing text of every mail about a prize. */
const footnote = "You get this mail because you take part in the competition. Questions? Reply to this mail."
const headers = { "Reply-To": site.supportEmail }

export async function mailWon(
  world: World,
  season: SeasonRow,
  rules: Series,
  prizeId: number,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.won", (prize) => ({
    subject: `You won: ${ordinal(prize.place)} place, ${rules.name.toLowerCase()}`,
    preview: prize.title,
    heading: `Congratulations, ${prize.name}`,
    paragraphs: [
      `You took ${ordinal(prize.place)} place in the ${rules.name.toLowerCase()} from ${spanOf(season)}.`,
      `Your prize: ${prize.title}.`,
      ...claimBy(prize),
    ],
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
    subject: `Your prize has changed: now ${ordinal(prize.place)} place, ${rules.name.toLowerCase()}`,
    preview: prize.title,
    heading: `Your place is now ${ordinal(prize.place)}`,
    paragraphs: [
      `The order of winners in the ${rules.name.toLowerCase()} from ${spanOf(season)} has changed, and your place with it.`,
      `Your prize now: ${prize.title}.`,
      ...(prize.claimed
        ? ["The address that you gave stays as it is. You can change it until the prize is sent."]
        : claimBy(prize)),
    ],
    button: claimButton(world),
    footnote,
  }))
}

/** A higher-ranked athlete was reinstated, so this athlete loses the prize. */
export async function mailPassedOn(
  world: World,
  season: SeasonRow,
  prizeId: number,
  { refunded }: TakenBack,
): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "Your prize goes to another athlete",
    heading: "The order of winners has changed",
    paragraphs: [
      `An athlete with a better result in the season from ${spanOf(season)} is back in the ranking. That moves you out of the prizes, through no fault of yours.`,
      `This is about: ${prize.title}.`,
      ...refundLine(refunded),
      "We are sorry. Your result and your points stay as they are.",
    ],
    footnote,
  }))
}

export async function mailDisqualified(
  world: World,
  season: SeasonRow,
  prizeId: number,
  { reason, refunded }: TakenBack & { reason: string },
): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "About your prize",
    heading: "Your result no longer counts",
    paragraphs: [
      `Your result in the season from ${spanOf(season)} no longer counts, so your prize (${prize.title}) goes to the next athlete.`,
      `The reason: ${reason}`,
      ...refundLine(refunded),
      "If you see it differently, reply to this mail. A person reads it.",
    ],
    footnote,
  }))
}

export async function mailUnclaimed(world: World, season: SeasonRow, prizeId: number): Promise<void> {
  await mailPrize(world, prizeId, "competition.withdrawn", (prize) => ({
    subject: "Your prize was not claimed in time",
    heading: "The time to claim is over",
    paragraphs: [
      `Nobody told us where to send your prize (${prize.title}) from the season of ${spanOf(season)}, so it goes to the next athlete.`,
      "Your result and your points stay as they are. See you in the next season.",
    ],
    footnote,
  }))
}

export async function mailShipped(world: World, prizeId: number, tracking: string | null): Promise<void> {
  await mailPrize(world, prizeId, "competition.shipped", (prize) => ({
    subject: "Your prize is on its way",
    heading: "Your prize is on its way",
    paragraphs: [`We have sent it: ${prize.title}.`],
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
      p.claim_until as "claimUntil", p.shipping_cents as "shippingCents", p.claimed_at is not null as claimed
    from prizes p
    join athletes a on a.id = p.athlete_id
    left join auth.users u on u.id = a.user_id
    where p.id = ${prizeId}
  `
  if (!prize?.email) return
  await world.mail.queue(world.db, { to: prize.email, kind, headers, ...renderMail(write(prize)) })
}

function claimBy({ claimUntil, shippingCents }: MailedPrize): string[] {
  return [
    `Tell us where to send it by ${dayInWords(claimUntil)}. After that it goes to the next athlete.`,
    shippingCents > 0 ? `You pay only the shipping, ${inDollars(shippingCents)}.` : "Shipping is on us.",
  ]
}

function claimButton(world: World) {
  return { label: "Claim my prize", url: `${world.settings.siteUrl}/account#prizes` }
}

function refundLine(refunded: boolean): string[] {
  return refunded ? ["What you paid for the shipping is being refunded."] : []
}

/** "November 9, 2026 to November 22, 2026" */
function spanOf({ opensAt, closesAt }: SeasonRow): string {
  return `${dayInWords(opensAt)} to ${dayInWords(new Date(closesAt.getTime() - 1))}`
}
