import { listById } from "#content/lists.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import type { MailMessage, World } from "#domain/world.ts"
import { manageUrl } from "../subscribe.ts"
import type { IssueText } from "./issue.ts"
import { plainText } from "./plain-text.ts"

/**
 * Builds the mail of one issue to one address. Mail clients show their own button for List-Unsubscribe and post to it
 * without opening a page (RFC 8058); the link below the text leads to the same URL.
 */
export function issueLetter(
  world: World,
  issue: IssueText,
  recipient: { subscriberId: string; email: string },
): MailMessage {
  const token = tokenFor(world, "manage-mail", recipient.subscriberId)
  const list = listById(issue.list)
  const away = `${world.settings.siteUrl}/unsubscribe/${issue.list}/${token}`
  const host = new URL(world.settings.siteUrl).hostname
  return {
    to: recipient.email,
    kind: "newsletter.issue",
    headers: {
      "List-Unsubscribe": `<${away}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": `${list?.name ?? issue.list} <${issue.list}.${host}>`,
      "Reply-To": site.supportEmail,
    },
    ...renderMail({
      subject: issue.subject,
      ...(issue.preview ? { preview: issue.preview } : {}),
      heading: issue.subject,
      paragraphs: [],
      body: { html: issue.html, text: plainText(issue.html) },
      footnote: `You get this because ${recipient.email} confirmed: ${list?.name ?? issue.list}.`,
      links: [
        { label: "Unsubscribe", url: away },
        { label: "Change what you get", url: manageUrl(world, recipient.subscriberId) },
      ],
    }),
  }
}
