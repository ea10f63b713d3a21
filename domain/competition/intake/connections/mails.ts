import type { ServiceName } from "#content/services.ts"
import type { MailMessage, World } from "#domain/world.ts"
import { renderMail } from "../../../mail-layout.ts"

/** A service by its name in kinds of mails and by the name that people know. */
interface Named {
  source: ServiceName
  title: string
}

/** Mails about the connection between an account and a service. */
export const connectionMails = {
  reconnect(world: World, to: string, { source, title }: Named): MailMessage {
    const content = renderMail({
      subject: `Please connect ${title} again`,
      heading: `${title} needs to be connected again`,
      paragraphs: [
        `We can no longer read the key to your ${title} account, so new activities from ${title} do not reach us. Nothing is lost: your activities and points stay as they are.`,
        `Connect ${title} again from your account. The activities of the last weeks follow by themselves.`,
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: `You get this mail because your account was connected to ${title}.`,
    })
    return { to, kind: `${source}.reconnect`, ...content }
  },

  forgotten(
    world: World,
    to: string,
    { source, title, activities }: Named & { activities: number },
  ): MailMessage {
    const removed = activities === 1 ? "One activity" : `${activities} activities`
    const content = renderMail({
      subject: `Your ${title} data has been removed`,
      heading: `${title} is disconnected`,
      paragraphs: [
        `We no longer have access to your ${title} account. ${removed} from ${title} and the points made of them have been deleted, and so have the keys to your account.`,
        "Results of seasons that were closed before stay as they were. Activities that you brought as files are not touched.",
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: `You get this mail because the connection between your account and ${title} has ended.`,
    })
    return { to, kind: `${source}.forgotten`, ...content }
  },
}
