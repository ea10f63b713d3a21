import type { ServiceName } from "#content/services.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { MailMessage, World } from "#domain/world.ts"
import { renderMail } from "../../../mail-layout.ts"

/** A service's name in mail kinds, and its display name. */
interface Named {
  source: ServiceName
  title: string
}

type Ending = "asked" | "deauthorized" | "grace_ended"

const endings: Record<Ending, (title: string) => string> = {
  asked: (title) => `You disconnected ${title}, so we no longer have access to your account there.`,
  deauthorized: (title) =>
    `You ended the connection at ${title}, so we no longer have access to your account there.`,
  grace_ended: (title) =>
    `Our connection to your ${title} account has not worked for some weeks, and ${title} was not connected again.`,
}

/** Mails about the connection between an account and a service. */
export const connectionMails = {
  /** @param about.until when the data imported through the connection is deleted */
  reconnect(world: World, to: string, { source, title, until }: Named & { until: Date }): MailMessage {
    const content = renderMail({
      subject: `Please connect ${title} again`,
      heading: `${title} needs to be connected again`,
      paragraphs: [
        `Our connection to your ${title} account no longer works, so new activities from ${title} do not reach us. Nothing is lost: your activities and points stay, and count.`,
        `Connect ${title} again from your account before ${dayInWords(until)}, and the activities of the last weeks follow by themselves. After some days without a connection, others no longer see what came from ${title}; on that day it is deleted.`,
        `If you ended the connection yourself at ${title}, you have nothing to do.`,
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: `You get this mail because your account was connected to ${title}.`,
    })
    return { to, kind: `${source}.reconnect`, ...content }
  },

  forgotten(
    world: World,
    to: string,
    { source, title, activities, because }: Named & { activities: number; because: Ending },
  ): MailMessage {
    const removed = activities === 1 ? "One activity" : `${activities} activities`
    const content = renderMail({
      subject: `Your ${title} data has been removed`,
      heading: `${title} is disconnected`,
      paragraphs: [
        `${endings[because](title)} ${removed} from ${title} and the points made of them have been deleted, and so have the keys to your account.`,
        "Results of seasons that were closed before stay as they were. Activities that you brought as files are not touched.",
      ],
      button: { label: "Open your account", url: `${world.settings.siteUrl}/account` },
      footnote: `You get this mail because the connection between your account and ${title} has ended.`,
    })
    return { to, kind: `${source}.forgotten`, ...content }
  },
}
