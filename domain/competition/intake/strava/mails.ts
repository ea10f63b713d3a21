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
  reconnect(world: World, to: string): MailMessage {
    const content = renderMail({
      subject: "Please connect Strava again",
      heading: "Strava needs to be connected again",
      paragraphs: [
        "We can no longer read the key to your Strava account, so new activities from Strava do not reach us. Nothing is lost: your activities and points stay as they are.",
        "Connect Strava again from your account. The activities of the last weeks follow by themselves.",
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: "You get this mail because your account was connected to Strava.",
    })
    return { to, kind: "strava.reconnect", ...content }
  },
}
