import type { LeadForm } from "./form-types.ts"
import { site } from "./site.ts"

/** The fields for registering for an event without an account. One form per event, so that each is stored separately. */
export function eventForm(slug: string): LeadForm {
  return {
    id: `event-${slug}`,
    version: 1,
    name: "Join this event",
    fields: [
      { name: "name", kind: "name", label: "Name", required: true, maxLength: 100, autoComplete: "name" },
      { name: "email", kind: "email", label: "Email", required: true, maxLength: 254, autoComplete: "email" },
    ],
    button: "Reserve my spot",
    consent: `${site.name} may email me about this session: to confirm my spot, the day before, and if something changes.`,
    thankYou: {
      title: "Check your email",
      text: "Open the email we just sent you and confirm your spot. We cannot hold it until you do.",
    },
    to: { page: true },
    quickestS: 2,
  }
}

/** The slug of the event whose form has this id, or undefined. */
export function eventOfForm(id: string): string | undefined {
  return /^event-([a-z0-9-]+)$/.exec(id)?.[1]
}
