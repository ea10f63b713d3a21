import type { ActionSection, ConnectCard, Testimonial } from "./schema.ts"

/** Places to meet the community. A card without `href` has nothing to link to yet. */
export const connectCards = [
  {
    title: "Group Chat",
    text: "Where it all began. Who is running tomorrow, who needs a ride, whose shoes are worth the money.",
    action: { label: "Join the Group Chat", at: "groupChat" },
  },
  {
    title: "Podcast",
    text: "Long conversations with everyday athletes, recorded on easy runs. We are editing the first season.",
  },
  {
    title: "Instagram",
    text: "Start lines, coffee stops and that picture of you that you did not know anyone took.",
    action: { label: "Follow on Instagram", at: "instagram" },
  },
] as const satisfies readonly ConnectCard[]

/** Three activities for this week. */
export const actionSections = [
  {
    title: "Come to a session",
    text: "Four a week, all free. Tuesday and Thursday before work, the long run on Saturday, recovery on Sunday. Tell us it is your first time, and someone will run with you.",
    action: { label: "See the Events", href: "/events" },
  },
  {
    title: "Get on the board",
    text: "Your last days of training next to everyone else’s: time, distance and, above all, how often you showed up. Prizes go out every two weeks.",
    action: { label: "View the Leaderboard", href: "/leaderboard" },
  },
  {
    title: "Give back",
    text: "Half of every dollar we raise goes to research. The rest gets people to start lines they could not afford.",
    action: { label: "Donate", href: "/donate" },
  },
] as const satisfies readonly ActionSection[]

/** Fictional testimonials of sample athletes; replace them with real ones, with their consent. */
export const testimonials = [
  {
    quote:
      "One Monday I asked if anybody ran slower than twelve minutes a mile. Nine people answered. I have not run alone since.",
    name: "Carmen Ibarrola",
    detail: "School bus driver, five races in two years",
    athleteId: "carmen-ibarrola",
  },
  {
    quote:
      "The board is the only place where my Thursday kettlebells count next to somebody’s marathon. Turns out we both just want somebody to notice that we showed up.",
    name: "Rosalind Achterberg",
    detail: "Carpenter and hybrid athlete",
    athleteId: "rosalind-achterberg",
  },
  {
    quote:
      "In other clubs I was the guest with the wheels. Here somebody had measured the ramp before I got there.",
    name: "Linus Varga-Cho",
    detail: "Playground designer, wheelchair racer",
    athleteId: "linus-varga-cho",
  },
] as const satisfies readonly Testimonial[]
