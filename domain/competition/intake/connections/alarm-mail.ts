import { consoleLink } from "#domain/console-link.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import type { ApplicationRefusal } from "#ports/services.ts"
import { renderMail, toOperator } from "../../../mail-layout.ts"

/** What an operator can do about each refusal, after the service's name. */
export const remedies: Record<ApplicationRefusal, string> = {
  credentials:
    "does not accept this site’s client id and secret. Compare both settings with those on its developer pages.",
  inactive: "says this site’s application is inactive. Its developer subscription may have lapsed.",
  capacity:
    "accepts no more athletes for this site. Ask for a higher limit; athletes already connected stay connected.",
  unknown: "refuses this site’s requests without saying why. Check the application on its developer pages.",
}

/** Tells an operator that a service refuses the site, and that no data arrives from it until somebody acts. */
export function alarmMail(
  world: World,
  to: string,
  { source, title, because }: { source: string; title: string; because: ApplicationRefusal },
): MailMessage {
  const subject = `${title} refuses ${because === "capacity" ? "new athletes" : "this site"}`
  const content = renderMail({
    subject,
    heading: subject,
    paragraphs: [
      `${title} ${remedies[because]}`,
      "Nothing was deleted, and no members were notified. The site keeps trying every half hour and will catch up on its own.",
    ],
    button: { label: "Open in the console", url: consoleLink(world.settings.siteUrl, "/service") },
    footnote: toOperator(world.settings.siteUrl),
  })
  return { to, kind: `${source}.alarm`, ...content }
}
