import { countOf } from "#content/amounts.ts"
import type { ServiceName } from "#content/services.ts"
import { site } from "#content/site.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"
import { renderMail } from "../../../mail-layout.ts"

/** A service's name in mail kinds, and its display name. */
interface Named {
  source: ServiceName
  title: string
}

type Ending = "asked" | "deauthorized" | "grace_ended"

const endings: Record<Ending, (title: string) => string> = {
  asked: (title) => `You disconnected ${title}, so we can no longer read your account there.`,
  deauthorized: (title) =>
    `You ended the connection on ${title}, so we can no longer read your account there.`,
  grace_ended: (title) =>
    `Our connection to your ${title} account had not worked for weeks, and you did not reconnect it.`,
}

/** Mails about the connection between an account and a service. */
export const connectionMails = {
  /** @param about.until when the data imported through the connection is deleted */
  reconnect(world: World, to: string, { source, title, until }: Named & { until: Date }): MailMessage {
    const content = renderMail({
      subject: `Please reconnect ${title}`,
      heading: `Your ${title} connection stopped working`,
      paragraphs: [
        `Our connection to your ${title} account stopped working, so your new ${title} activities are not reaching us. Nothing is lost: your activities and points stay and still count.`,
        `Reconnect ${title} from your account before ${dayInWords(until)}, and we will catch up on the activities you missed. After a few days without a connection, others can no longer see what came from ${title}; if you have not reconnected by that date, we delete it.`,
        `If you ended the connection yourself on ${title}, there is nothing you need to do.`,
      ],
      button: { label: "Open my account", url: `${world.settings.siteUrl}/account` },
      footnote: `You are getting this email because your account was connected to ${title}.`,
    })
    return { to, kind: `${source}.reconnect`, ...content }
  },

  /** @param about.which the removed activity, by its kind and day */
  left(
    world: World,
    to: string,
    { source, title, which }: Named & { which: readonly { what: string; on: string }[] },
  ): MailMessage {
    const many = which.length > 1
    const content = renderMail({
      subject: many
        ? `${which.length} activities are gone from ${title}`
        : `An activity is gone from ${title}`,
      heading: `${title} no longer shows ${countOf(which.length, "activity", "activities")}`,
      paragraphs: [
        many
          ? `${title} no longer lists these activities. We asked for each of them, and ${title} told us that they are gone. So we deleted our copies and the points they earned.`
          : `${title} no longer lists this activity. We asked for it, and ${title} told us that it is gone. So we deleted our copy and the points it earned.`,
        `Anything that ${title} shows again comes back automatically within a day.`,
        "If you did not delete anything there, reply to this email, and a person will look into it.",
      ],
      facts: which.map(({ what, on }) => [what, dayInWords(new Date(`${on}T12:00:00Z`))]),
      button: { label: "See my activities", url: `${world.settings.siteUrl}/account#activities` },
      footnote: `You are getting this email because your account is connected to ${title}.`,
    })
    return { to, kind: `${source}.left`, headers: { "Reply-To": site.supportEmail }, ...content }
  },

  forgotten(
    world: World,
    to: string,
    { source, title, activities, because }: Named & { activities: number; because: Ending },
  ): MailMessage {
    const removed = activities === 1 ? "one activity" : `${activities} activities`
    const content = renderMail({
      subject: `We deleted your ${title} data`,
      heading: `${title} is disconnected`,
      paragraphs: [
        `${endings[because](title)} We deleted ${removed} from ${title}, the points earned and our access keys to your account.`,
        "Results of seasons that had already closed stay as they are, and so do activities you uploaded as files.",
      ],
      button: { label: "Open my account", url: `${world.settings.siteUrl}/account` },
      footnote: `You are getting this email because the connection between your account and ${title} has ended.`,
    })
    return { to, kind: `${source}.forgotten`, ...content }
  },
}
