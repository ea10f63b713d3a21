import type { MailList } from "./form-types.ts"

/** All mailing lists and waitlists, apart from those of sponsored races. Ids are stored with every consent: never reuse one. */
export const lists = [
  {
    id: "newsletter",
    kind: "newsletter",
    name: "The weekly newsletter",
    text: "What moved on the board, one idea for your training, and one session worth coming to. Sundays.",
  },
  {
    id: "creator-newsletter",
    kind: "newsletter",
    name: "The creator newsletter",
    text: "One idea on training in public and working with brands, plus the open briefs. Wednesdays.",
  },
  {
    id: "social-media-planner",
    kind: "waitlist",
    name: "The Social Media Planner waitlist",
    text: "One email when a place opens up.",
  },
  {
    id: "built2connect",
    kind: "waitlist",
    name: "The Built 2 Connect waitlist",
    text: "One email when a place opens up.",
  },
] as const satisfies readonly MailList[]

/**
 * The list of those who want the one email about a sponsored race: one list for each race, so that a yes to one sponsor is
 * none to another.
 * @param id of the sponsorship
 */
export function sponsorList(id: number, about?: { sponsor: string; race: string }): MailList {
  return {
    id: `sponsors-${id}`,
    kind: "sponsored",
    name: about ? `The email about ${about.sponsor} and ${about.race}` : "The email about a sponsored race",
    text: "It comes once, and says what the sponsor gives and offers. We send it; no sponsor gets your address.",
  }
}

/** The list of this id, or undefined. */
export function listById(id: string): MailList | undefined {
  const sponsorship = /^sponsors-(\d{1,9})$/.exec(id)?.[1]
  return sponsorship ? sponsorList(Number(sponsorship)) : lists.find((list) => list.id === id)
}
