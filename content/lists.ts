import type { MailList } from "./form-types.ts"

/** All mailing lists and waitlists. Ids are stored with every consent: never reuse one. */
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
    id: "sponsors",
    kind: "sponsored",
    name: "The emails about sponsored races",
    text: "One email for each race whose prize a sponsor gives: what it is, and what the sponsor offers. We send it; no sponsor gets your address.",
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

/** The list of this id, or undefined. */
export function listById(id: string): MailList | undefined {
  return lists.find((list) => list.id === id)
}
