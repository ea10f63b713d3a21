import { type NoticeKind, noticeKinds } from "#content/notice-kinds.ts"
import { site } from "#content/site.ts"
import { type MailContent, renderMail } from "#domain/mail-layout.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import { awayUrl } from "./choices.ts"

/** What a notice says, before the small print that all of them have. */
export type Told = Omit<MailContent, "footnote" | "links">

/**
 * The mail of a notice. A mail program's button, and the link in the small print, end the kinds that it is about and nothing else
 * (RFC 8058). The list is that of the most urgent kind (RFC 2919), so that a filter can tell a week from a prize.
 */
export function noticeMail(
  world: World,
  to: { athleteId: number; email: string },
  { kinds, told }: { kinds: readonly [NoticeKind, ...NoticeKind[]]; told: Told },
): MailMessage {
  const { siteUrl } = world.settings
  const [kind] = kinds
  const away = awayUrl(world, to.athleteId, kinds)
  return {
    to: to.email,
    kind: `notice.${kind}`,
    headers: {
      "List-Unsubscribe": `<${away}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": `${noticeNames([kind])} <${kind}.notices.${new URL(siteUrl).hostname}>`,
      "Reply-To": site.supportEmail,
    },
    ...renderMail({
      ...told,
      footnote:
        "You are getting this email because of what you chose on your account page. It is one a day at most, and none when there is no news.",
      links: [
        { label: "Unsubscribe", url: away },
        { label: "Change what I get", url: `${siteUrl}/account/settings#notices` },
      ],
    }),
  }
}

/** "Reminders and Places lost" */
export function noticeNames(kinds: readonly NoticeKind[]): string {
  const names = noticeKinds.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "")
}
