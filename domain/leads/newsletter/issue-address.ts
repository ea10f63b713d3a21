import { listById } from "#content/lists.ts"
import type { World } from "#domain/world.ts"

interface Named {
  id: number
  list: string
  subject: string
}

/** The slug of an issue: its number and the words of its subject, "12-the-first-miles". */
export function issueSlug({ id, subject }: Pick<Named, "id" | "subject">): string {
  const words =
    subject
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\p{M}/gu, "")
      .match(/[a-z0-9]+/g) ?? []
  return [String(id), ...words].join("-").slice(0, 70).replace(/-$/, "")
}

/** The number in a slug made by `issueSlug`; null when there is none. */
export function issueNumber(slug: string): number | null {
  const [, digits] = /^([1-9]\d{0,14})(?:-[a-z0-9-]*)?$/.exec(slug) ?? []
  return digits ? Number(digits) : null
}

/** The public page of an issue; null for mails to waitlists, which are not in the archive. */
export function issueUrl(world: Pick<World, "settings">, issue: Named): string | null {
  if (listById(issue.list)?.kind !== "newsletter") return null
  return `${world.settings.siteUrl}/newsletter/issues/${issueSlug(issue)}`
}

/** The secret part of an address that shows an issue before it is sent, for test mails. */
export function draftKey(world: Pick<World, "sign">, id: number): string {
  return world.sign("newsletter-draft", String(id)).slice(0, 32)
}
