import { inDollars } from "#content/amounts.ts"
import type { Series } from "#content/competitions.ts"
import { site } from "#content/site.ts"
import type { MailMessage } from "#domain/world.ts"
import { renderMail } from "../../mail-layout.ts"
import { dayInWords } from "../../site-clock.ts"
import type { SeasonRow } from "./season.ts"

interface Winner {
  email: string
  name: string
}

const headers = { "Reply-To": site.supportEmail }
const footnote = "You get this mail because you take part in the competition. Questions? Answer this mail."

/** A place is won. `claimUntil` is the last instant at which an address can be given. */
export function wonMail(
  winner: Winner,
  about: {
    season: SeasonRow
    series: Series
    prize: { place: number; title: string; claimUntil: Date }
    siteUrl: string
  },
): MailMessage {
  const { season, series, prize, siteUrl } = about
  const name = series.name.toLowerCase()
  return {
    to: winner.email,
    kind: "competition.won",
    headers,
    ...renderMail({
      subject: `You won: place ${prize.place} of the ${name}`,
      heading: `Congratulations, ${winner.name}`,
      paragraphs: [
        `You took place ${prize.place} of the ${name} from ${daysOf(season)}.`,
        `Please tell us by ${dayInWords(prize.claimUntil)} where to send your prize.`,
      ],
      facts: [
        ["Prize", prize.title],
        [
          "Shipping",
          series.prizeShippingCents > 0
            ? `${inDollars(series.prizeShippingCents)}, the only thing that you pay`
            : "Free of charge",
        ],
      ],
      button: { label: "Claim your prize", url: `${siteUrl}/account#prizes` },
      footnote,
    }),
  }
}

/** The prize goes to the next athlete. */
export function withdrawnMail(
  winner: Winner,
  about: { season: SeasonRow; title: string; reason: string },
): MailMessage {
  return {
    to: winner.email,
    kind: "competition.withdrawn",
    headers,
    ...renderMail({
      subject: "About your prize",
      heading: "Your prize goes to the next athlete",
      paragraphs: [
        `Hello ${winner.name},`,
        `Your result in the season from ${daysOf(about.season)} no longer counts.`,
        "If you see it differently, answer this mail.",
      ],
      facts: [
        ["Prize", about.title],
        ["Reason", about.reason],
      ],
      footnote,
    }),
  }
}

/** The prize is on its way. */
export function shippedMail(
  winner: Winner,
  about: { title: string; tracking: string | null | undefined },
): MailMessage {
  return {
    to: winner.email,
    kind: "competition.shipped",
    headers,
    ...renderMail({
      subject: "Your prize is on its way",
      heading: "Your prize is on its way",
      paragraphs: [`Hello ${winner.name},`, "We have sent your prize. Enjoy it!"],
      facts: [["Prize", about.title], ...(about.tracking ? [["Tracking", about.tracking] as const] : [])],
      footnote,
    }),
  }
}

/** "November 9, 2026 to November 22, 2026" */
function daysOf(season: SeasonRow): string {
  return `${dayInWords(season.opensAt)} to ${dayInWords(new Date(season.closesAt.getTime() - 1))}`
}
