import { ordinal } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { type MailContent, renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"

interface Recipient {
  email: string | null
  name: string
  activity: string | null
  sport: string
  startedAt: Date
  /** The attribution required beside the activity. */
  credit: string | null
}

const footnote = "You are getting this email because you are in the competition. Questions? Just reply."

/** Tells an athlete that an activity was declined, why, and that one objection is possible. */
export async function mailDeclined(world: World, activityId: number, reason: string): Promise<void> {
  await mail(world, activityId, "competition.declined", ({ name, activity }) => ({
    subject: `Not counted: ${activity}`,
    preview: reason,
    heading: `Hello ${name}`,
    paragraphs: [
      `We reviewed “${activity}”, and it does not count.`,
      `The reason: ${reason}`,
      "Did we get it wrong? You can object once, under the activity in your account. A person will read it and reply.",
    ],
    button: { label: "See the activity", url: `${world.settings.siteUrl}/account#activities` },
    footnote,
  }))
}

/**
 * Mails the reply to an athlete's objection. `declines`: the activity was waiting for a review, and this reply declines
 * it.
 */
export async function mailReplied(
  world: World,
  activityId: number,
  { reply, counts, declines }: { reply: string; counts: boolean; declines: boolean },
): Promise<void> {
  await mail(world, activityId, "competition.replied", ({ name, activity }) => ({
    subject: counts ? `It counts after all: ${activity}` : `About your objection: ${activity}`,
    preview: reply,
    heading: `Hello ${name}`,
    paragraphs: [
      counts
        ? `Thank you for writing. “${activity}” now counts in full.`
        : declines
          ? `Thank you for writing. We looked at “${activity}”, and it does not count.`
          : `Thank you for writing. We took another look, and “${activity}” stays as it is.`,
      reply,
    ],
    button: { label: "See the activity", url: `${world.settings.siteUrl}/account#activities` },
    footnote,
  }))
}

/**
 * Tells an athlete that a season closed before the reply to an objection, and that the places it could change stay
 * open.
 */
export async function mailStillOpen(
  world: World,
  activityId: number,
  { season, place }: { season: string; place: number },
): Promise<void> {
  await mail(world, activityId, "competition.still-open", ({ name, activity }) => ({
    subject: `We still owe you a reply: ${activity}`,
    preview: "Nothing is lost: the place that it could change stays open.",
    heading: `Hello ${name}`,
    paragraphs: [
      `The ${season} has closed, and we have not replied to your objection about “${activity}” yet. We are sorry.`,
      `Nothing is lost. It could change who gets ${ordinal(place)} place, so that prize stays open until you have our reply. If we agree with you, your points count for that season too.`,
    ],
    button: { label: "See the activity", url: `${world.settings.siteUrl}/account#activities` },
    footnote,
  }))
}

async function mail(
  world: World,
  activityId: number,
  kind: string,
  write: (about: { name: string; activity: string }) => MailContent,
): Promise<void> {
  const [found] = await world.db.sql<Recipient>`
    select u.email, a.display_name as name, x.name as activity, x.sport, x.started_at as "startedAt", x.credit
    from activities x
    join athletes a on a.id = x.athlete_id
    join auth.users u on u.id = a.user_id
    where x.id = ${activityId} and u.deleted_at is null
  `
  if (!found?.email) return
  const activity = `${found.activity ?? found.sport}, ${dayInWords(found.startedAt)}`
  const content = write({ name: found.name, activity })
  const message = renderMail(found.credit ? { ...content, facts: [["Data", found.credit]] } : content)
  await world.mail.queue(world.db, {
    to: found.email,
    kind,
    headers: { "Reply-To": site.supportEmail },
    ...message,
  })
}
