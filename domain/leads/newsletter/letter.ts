import { listById } from "#content/lists.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import { manageUrl } from "../subscribe.ts"
import { withCountedLinks } from "./clicks.ts"
import type { Issue } from "./issue.ts"
import { draftKey, issueUrl } from "./issue-address.ts"
import { plainText } from "./plain-text.ts"

type Written = Pick<Issue, "id" | "list" | "subject" | "preview" | "html">

/** What a test mail shows instead of the page in the archive, which is not there yet. */
interface Draft {
  draft?: boolean
  /** The links that count how often they are followed, from `countedLinks`. */
  links?: Parameters<typeof withCountedLinks>[2]
}

/**
 * Prepares the mail of one issue; returns a function that builds it for one address. Mail clients show their own button
 * for List-Unsubscribe and post to it without opening a page (RFC 8058); the link below the text leads to the same URL.
 */
export function prepareLetter(world: World, issue: Written, { draft = false, links = [] }: Draft = {}) {
  const { siteUrl } = world.settings
  const list = listById(issue.list)
  const name = list?.name ?? issue.list
  const why = list?.kind === "sponsored" ? "asked for this one email" : `signed up for ${name}`
  const html = withCountedLinks(world, issue, links)
  const body = { html, text: plainText(html) }
  const page = issueUrl(world, issue)
  const online = page && `${page}${draft ? `?draft=${draftKey(world, issue.id)}` : ""}`
  const counted = links.length > 0 ? " We count how often its links are followed, but not by whom." : ""
  return ({ subscriberId, email }: { subscriberId: string; email: string }): MailMessage => {
    const token = tokenFor(world, "manage-mail", subscriberId)
    const away = `${siteUrl}/unsubscribe/${issue.list}/${token}`
    return {
      to: email,
      kind: "newsletter.issue",
      headers: {
        "List-Unsubscribe": `<${away}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": `${name} <${issue.list}.${new URL(siteUrl).hostname}>`,
        "Reply-To": site.supportEmail,
        ...(online && !draft ? { "Archived-At": `<${online}>` } : {}),
      },
      ...renderMail({
        subject: issue.subject,
        ...(issue.preview ? { preview: issue.preview } : {}),
        heading: issue.subject,
        paragraphs: [],
        body,
        footnote: `You are getting this because ${email} ${why}.${counted}`,
        links: [
          { label: "Unsubscribe", url: away },
          { label: "Change what I get", url: manageUrl(world, subscriberId) },
          ...(online ? [{ label: "Read in a browser", url: online }] : []),
        ],
      }),
    }
  }
}

/** The mail as a reader would receive it, to preview it before it is sent. */
export function sampleLetter(world: World, issue: Written, email: string): MailMessage {
  return prepareLetter(world, issue, { draft: true })({ subscriberId: "nobody", email })
}
