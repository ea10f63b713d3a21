import { firstLookHours, objectionMonths } from "../reports.ts"
import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const terms: TermsDocument = {
  slug: "terms",
  title: "Terms of use",
  lead: `What you can expect from ${site.name}, and what we expect from you.`,
  changedOn: "2026-11-26",
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
        "We hide or remove anything that breaks the law, these terms or the official rules, and tell you why.",
      ],
    },
    {
      title: "How we moderate",
      paragraphs: [
        "Names, photos, comments, cheers and what you say about yourself must be free of spam and advertising, insults, threats and harassment, private data of others, advice that endangers people, and content that breaks the law. Cheers are sentences we wrote, so there is no text to check.",
        `Members report an athlete on the athlete’s page and a comment where it stands, and anybody reports a page with the form at /report. A person reads every report, usually within ${firstLookHours} hours.`,
      ],
      points: [
        "When several members report the same name, photo or comment, and moderators have mostly agreed with them before, it is hidden automatically until a person looks. No other decision is automatic, and nothing is deleted by a machine. A new photo that no operator has seen yet is hidden by the first report.",
        "A moderator can hide a name, a photo or a comment, and stop somebody from cheering and commenting for a while, with or without hiding what they wrote before. Points, ranks and prizes are decided by the official rules alone.",
        "We tell both sides what we decided and why: the person who sent the report and the person it concerns. Who sent it stays private.",
        `The person it concerns has ${objectionMonths} months to object, on the account page. If there is another moderator, that person reads the objection. You can also go to court, or to a certified out-of-court dispute settlement body.`,
        "Reports count less from a person with whom moderators have mostly disagreed, and not at all from a new account, until a person looks at them.",
        "You can hide what others write on your days, close a day or all of them to comments, and change or delete what you wrote. A comment that you changed says so.",
        "You can block anybody from their page or from a cheer of theirs. They are not told.",
        "When we learn of a threat to somebody’s life or safety, we tell the police.",
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
