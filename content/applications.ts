import type { ApplicationPage } from "./schema.ts"
import { site } from "./site.ts"

/** The text around each form, by the path of its page. The fields are in forms.ts. */
export const applicationPages = {
  "brand-application": {
    title: "Apply as a brand",
    lead: "Tell us what you make and who it is for. We reply with athletes who would use it anyway, or with an honest no.",
    points: [
      "An introduction to athletes who fit, free of charge",
      "A place on our partner list",
      "Honest notes from people who train four to six days a week",
    ],
    next: [
      "We read every application, usually within two days.",
      "A short call to see whether we can help.",
      "Two or three athletes, and why we picked them.",
    ],
  },
  "creator-application": {
    title: "Join the community",
    lead: "This is an application: tell us how you train and what you are after, and a person will write back. Here only for the prizes? Skip it. An account is enough.",
    instead: { label: "Join the Competition", href: "/join" },
    points: [
      "The group chat and all weekly sessions",
      "A place on the leaderboard and a shot at the prizes",
      "First look at new brand briefs",
    ],
    next: [
      "We email you an invite to create your account and join the activity club.",
      "Connect your tracker, or upload your files.",
      "Come to a session and tell us it is your first.",
    ],
  },
  "athlete-application": {
    title: "Become an athlete",
    lead: "Your own page in the directory and first call on brand introductions. We look for people who show up, not people with podiums.",
    points: [
      "A profile that brands read",
      "Products to test, and people who want your honest opinion",
      "Help with your story, your pitch and your rates",
    ],
    next: [
      "We read your application and look at what you already share.",
      "We talk on an easy run, or by phone if you live far away.",
      "We write your page together, and you have the last word.",
    ],
  },
  newsletter: {
    title: "One useful email a week",
    lead: "What moved on the board, one idea for your training, and one session worth coming to.",
    points: [
      "One idea you can use on Tuesday",
      "Pop-up races, the day they are announced",
      "Who won, and why",
    ],
    next: [
      "Confirm your address from the email we send you.",
      "Your first issue arrives next Sunday evening.",
    ],
  },
  "creator-newsletter": {
    title: "The creator newsletter",
    lead: "One idea a week on training in public and working with brands, plus the open briefs.",
    points: ["One idea, five minutes", "Open brand briefs", "One post a week, and what we would change"],
    next: ["Confirm your address from the email we send you.", "Your first issue arrives next Wednesday."],
  },
  "social-media-planner-waitlist": {
    title: "Social Media Planner: the waitlist",
    lead: "A month of posts planned around real training and racing. We open a few places at a time so we can do each one right.",
    points: ["A content calendar every month", "Captions and hooks drafted", "Your race calendar built in"],
    next: ["We email you when a place opens up.", "You pay nothing until you say yes."],
  },
  "built2connect-waitlist": {
    title: "Built 2 Connect: the waitlist",
    lead: "A direct line to the community, with one person who plans, matches and follows up. We open a few places at a time.",
    points: [
      "New athlete matches every month",
      "A planning call with one contact",
      "Content rights agreed in writing",
    ],
    next: ["We email you when a place opens up.", "You pay nothing until you say yes."],
  },
} as const satisfies Record<string, ApplicationPage>

/** Shown by every sign-up for mail; the dots are the specification’s. */
export const mailPromise = "No spam... Unsubscribe at any time."

/** The thank-you of the partner form. */
export const partnerThankYou = {
  title: "Thank You",
  text: `Your message has reached the ${site.name} team. We will get back to you within 48 hours.`,
} as const
