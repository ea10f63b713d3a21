import type { MailMessage, World } from "#domain/world.ts"
import { renderMail } from "../../../mail-layout.ts"

/** Mails about the connection to Strava. */
export const stravaMails = {
  forgotten(world: World, to: string, activities: number): MailMessage {
    const content = renderMail({
      subject: "Your Strava data has been removed",
      heading: "Strava is disconnected",
      paragraphs: [
        `We no longer have access to your Strava account. ${activities === 1 ? "One activity" : `${activities} activities`} from Strava and the points made of them have been deleted, and so have the keys to your account.`,
        "Results of seasons that were closed before stay as they were. Activities that you brought as files are not touched.",
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: "You get this mail because the connection between your account and Strava has ended.",
    })
    return { to, kind: "strava.forgotten", ...content }
  },
}
