import { site } from "./site.ts"

/** The arguments of each pricing page, and the tier that it recommends; the tiers themselves are in catalog.ts. */
export const brandPitch = {
  kicker: "For Brands",
  title: "You see the training before you see the post.",
  lead: "Connect for free, let us manage the month, or scale with an activation. The athletes who carry your product have points on a public board, and every point shows which workout earned it.",
  reasons: [
    {
      title: "Checked, not claimed",
      text: "Points come from recorded training. Anyone can open a row and read why.",
    },
    {
      title: "Real miles, honest opinions",
      text: "Put shoes on someone who runs forty miles a week, and you know what holds up within a month.",
    },
    {
      title: "Rights in writing",
      text: "Who can show what, where and for how long is settled before anyone films anything.",
    },
  ],
  steps: {
    Connect: "See whether we are a fit. All it takes is a form.",
    Manage: "Your month planned, and someone to keep it moving.",
    Scale: "Your product out on the road, or your shop open.",
  },
  recommended: {
    name: "Product Activation",
    why: "Our pick for a first project: one price, one report, and you know what athletes think of your product.",
  },
} as const

export const creatorPitch = {
  kicker: "For Creators",
  title: "You do the training already. Let it count for more.",
  lead: "Three free ways in, three that help you earn. Start with the free ones; most people never need more.",
  recommended: {
    name: `${site.name} Community Access`,
    why: "Start here. Everything else is easier to judge from inside the chat.",
  },
  /** The athlete quoted in content/community.ts, whose page is the example for brands. */
  proof: {
    athleteId: "rosalind-achterberg",
    title: "What a brand sees",
    text: "A page with your sport, your races and your story, right next to your place on the board.",
  },
} as const
