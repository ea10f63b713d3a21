import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const terms: TermsDocument = {
  slug: "terms",
  title: "Terms of use",
  lead: `What you can expect from ${site.name}, and what we expect from you.`,
  changedOn: "2026-11-22",
  sections: [
    {
      title: "The agreement",
      paragraphs: [
        `These terms are between you and [legal name of the operator]. By creating an account or buying something you accept them. The competition has official rules of its own.`,
      ],
    },
    {
      title: "Your account",
      points: [
        "You are 18 or older, and the account is yours alone.",
        "Keep your password to yourself, and tell us if somebody else has used your account.",
        "You can delete the account at any time on your account page.",
      ],
    },
    {
      title: "What you bring",
      points: [
        "Activities, photographs and texts stay yours. You allow us to show them on this site as you have set it.",
        "Bring only recordings of your own training and photographs that you may publish.",
        "We remove what breaks the law, these terms or the official rules, and tell you why.",
      ],
    },
    {
      title: "Training is your own decision",
      paragraphs: [
        "Nothing here is medical advice. Train within your limits, follow the traffic rules, and do not let a leaderboard talk you into a session that you should not do.",
      ],
    },
    {
      title: "Purchases and subscriptions",
      points: [
        "Prices are in US dollars. Taxes are shown before you pay.",
        "A subscription renews every month until you cancel it. You can cancel with one click, from any receipt or your account page, and keep what you paid for until the month ends.",
        `Write to ${site.supportEmail} about a refund. [refund policy]`,
      ],
    },
    {
      title: "Liability",
      paragraphs: [
        "We run the site with care but cannot promise that it is always available. [limits of liability that apply where the operator is]",
      ],
    },
    {
      title: "Changes",
      paragraphs: [
        "If these terms change in a way that matters to you, we write to members before the change takes effect.",
      ],
    },
    { title: "Law", paragraphs: ["[governing law and place of jurisdiction]"] },
  ],
}
