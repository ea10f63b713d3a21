import type { ApplicationPage } from "./schema.ts"
import { site } from "./site.ts"

/** The text around each form, by the path of its page. The fields are in forms.ts. */
export const applicationPages = {
  "brand-application": {
    title: "Apply as a brand",
    lead: "Tell us what you make and who it is for. We answer with athletes who would use it anyway, or with an honest no.",
    points: [
      "An introduction to athletes who fit, free of charge",
      "A place on our partner list",
      "Honest notes from people who train four to six days a week",
    ],
    next: [
      "We read every application, usually within two days.",
      "A short call, to find out whether we are any use to you.",
      "Two or three athletes, with the reasons why.",
    ],
  },
  "creator-application": {
    title: "Join the community",
    lead: "An application: tell us how you train and what you would like to get out of it, and a person answers. For the prizes alone you need none: an account is enough.",
    instead: { label: "Join the Competition", href: "/join" },
    points: [
      "The group chat and all weekly sessions",
      "A place on the leaderboard, and the prizes that go with it",
      "First word of open brand briefs",
    ],
    next: [
      "You get an account and an invite to the activity club by email.",
      "Connect what you track with, or upload your files.",
      "Come to a session, and tell us it is your first.",
    ],
  },
  "athlete-application": {
    title: "Become an athlete",
    lead: "A page of your own in the directory and first call on brand introductions. We look for people who show up, not for podiums.",
    points: [
      "A profile that brands read",
      "Product to test, and your honest opinion asked for",
      "Help with your story, your pitch and your rates",
    ],
    next: [
      "We read your application and look at what you share already.",
      "A conversation on an easy run, or by phone if you are far away.",
      "We write your page together. You have the last word on it.",
    ],
  },
  newsletter: {
    title: "One useful mail a week",
    lead: "What moved on the board, one idea for your training, and one session worth coming to. No spam. Unsubscribe at any time.",
    points: [
      "One idea you can use on Tuesday",
      "Pop-up races on the day they are announced",
      "Who won, and why",
    ],
    next: ["Confirm your address with one click.", "The first issue comes on the next Sunday evening."],
  },
  "creator-newsletter": {
    title: "The creator newsletter",
    lead: "One idea a week on training in public and working with brands, and the briefs that are open. No spam. Unsubscribe at any time.",
    points: ["One idea, five minutes", "Open brand briefs", "A post of the week, taken apart kindly"],
    next: ["Confirm your address with one click.", "The first issue comes on the next Wednesday."],
  },
  "social-media-planner-waitlist": {
    title: "Social Media Planner: the waitlist",
    lead: "A month of posts planned around real training and racing. We open a few places at a time, so that each one gets done properly.",
    points: [
      "A content calendar every month",
      "Captions and hooks drafted",
      "Your season and race dates built in",
    ],
    next: ["We write to you when a place is free.", "Nothing to pay until you say yes."],
  },
  "built2connect-waitlist": {
    title: "Built 2 Connect: the waitlist",
    lead: "A standing line to the community, with one person who plans, matches and follows up. We open a few places at a time.",
    points: [
      "New athlete matches every month",
      "A planning call with one contact",
      "Content rights agreed in writing",
    ],
    next: ["We write to you when a place is free.", "Nothing to pay until you say yes."],
  },
} as const satisfies Record<string, ApplicationPage>

/** Shown by every sign-up for mail. */
export const mailPromise = "No spam. Unsubscribe at any time."

/** The thank-you of the partner form. */
export const partnerThankYou = {
  title: "Thank You",
  text: `Your message is with the ${site.name} team. We will get back to you within 48 hours.`,
} as const
