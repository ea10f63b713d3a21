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
        `These terms are between you and [legal name of the operator]. By creating an account or buying something, you accept them. The competition has its own official rules.`,
      ],
    },
    {
      title: "Your account",
      points: [
        "You must be 18 or older, and your account is yours alone.",
        "Keep your password to yourself, and tell us if someone else has used your account.",
        "You can delete your account at any time on your account page.",
      ],
    },
    {
      title: "What you upload",
      points: [
        "Your activities, photos and texts stay yours. You allow us to show them on this site the way you have chosen in your settings.",
        "Upload only recordings of your own training and photos you have the right to publish.",
        "We remove anything that breaks the law, these terms or the official rules, and tell you why.",
      ],
    },
    {
      title: "Training is your own decision",
      paragraphs: [
        "Nothing here is medical advice. Train within your limits, obey traffic laws, and do not let a leaderboard talk you into a workout you should skip.",
      ],
    },
    {
      title: "Purchases and subscriptions",
      points: [
        "Prices are in US dollars. You see any tax before you pay.",
        "A subscription renews every month until you cancel it. You can cancel from any receipt or from your account page, and you keep what you paid for until the month ends.",
        `For a refund, write to ${site.supportEmail}. [refund policy]`,
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
        "If these terms change in a way that matters to you, we email members before the change takes effect.",
      ],
    },
    { title: "Law", paragraphs: ["These terms are governed by [governing law and place of jurisdiction]."] },
  ],
}
