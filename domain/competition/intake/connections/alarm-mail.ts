import type { ApplicationRefusal } from "#domain/services.ts"
import type { MailMessage, World } from "#domain/world.ts"
import { renderMail } from "../../../mail-layout.ts"

/** What an operator can do about each refusal, after the service's name. */
export const remedies: Record<ApplicationRefusal, string> = {
  credentials: "does not accept this site's client id and secret. Compare both settings with its own pages.",
  inactive: "says that this site's application is inactive. Its developer subscription may have lapsed.",
  capacity:
    "takes no more athletes for this site. Ask it for a higher limit; who is connected stays connected.",
  unknown: "refuses this site's requests without saying why. Look at the application on its own pages.",
}

/** To an operator: a service refuses the site, and no data arrives from it until somebody acts. */
export function alarmMail(
  world: World,
  to: string,
  { source, title, because }: { source: string; title: string; because: ApplicationRefusal },
): MailMessage {
  const content = renderMail({
    subject: `${title} refuses ${because === "capacity" ? "new athletes" : "this site"}`,
    heading: `${title} refuses ${because === "capacity" ? "new athletes" : "this site"}`,
    paragraphs: [
      `${title} ${remedies[because]}`,
      "Nothing was deleted, and no member was told. The site goes on trying every half hour and catches up by itself.",
      "The Service page of the console shows where it stands.",
    ],
    footnote: `You get this mail because you operate ${world.settings.siteUrl}.`,
  })
  return { to, kind: `${source}.alarm`, ...content }
}
