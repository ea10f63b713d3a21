import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { momentInWords } from "#domain/site-clock.ts"

/** The mail to operators about a danger to the data. */
export function troubleMail({ says, since }: { says: string; since: Date }, siteUrl: string) {
  return renderMail({
    subject: `${site.name}: the site’s data is at risk`,
    heading: "The site’s data is at risk",
    paragraphs: [`The ${says}.`, `It began on ${momentInWords(since)}. The site keeps running.`],
    button: { label: "Open the console", url: `${siteUrl}/account/security` },
    footnote: "One email is sent for each problem. Today in the console lists it as long as it lasts.",
  })
}
