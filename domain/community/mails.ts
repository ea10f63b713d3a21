import {
  hiddenInWords,
  objectionMonths,
  type ReportReason,
  type ReportSubject,
  reportReasons,
} from "#content/reports.ts"
import { site } from "#content/site.ts"
import { type MailContent, renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { MailMessage } from "#ports/mail.ts"

/** What was reported, in the words of a mail: "a name", never the name itself. */
const subjectInWords: Record<ReportSubject, string> = {
  athlete: "an athlete’s name and page",
  photo: "a photo",
  comment: "a comment",
  page: "a page",
}

/** The same to the person concerned: "Your comment is hidden". */
const ownInWords: Record<ReportSubject, string> = {
  athlete: "Your name",
  photo: "Your photo",
  comment: "A comment of yours",
  page: "A page of yours",
}

const toReporter = "You are getting this email because you sent us a report. Questions? Just reply."
const toAuthor =
  "You are getting this email because it concerns what you show on this site. Questions? Just reply."

/** Confirms a report (Article 16(4) of Regulation (EU) 2022/2065). `about`: the address, for a page. */
export function receivedMail(report: {
  id: number
  kind: ReportSubject
  about: string | null
  reason: ReportReason
  at: Date
}): MailContent {
  return {
    subject: `We have your report ${report.id}`,
    preview: "A moderator will look at it, usually within a day.",
    heading: "Thank you for your report",
    paragraphs: [
      "A moderator will look at it, usually within a day, and we will email you the decision and the reason.",
      "Is somebody’s life in danger right now? Call the emergency services first.",
    ],
    facts: [
      ["Report", String(report.id)],
      ["About", report.about ?? subjectInWords[report.kind]],
      ["Reason", reportReasons[report.reason].label],
      ["Received", dayInWords(report.at)],
    ],
    footnote: toReporter,
  }
}

/** Tells a reporter what was decided, and how to object (Article 16(5)). */
export function decidedMail(decided: {
  id: number
  kind: ReportSubject
  action: "hide" | "keep"
  statement: string
  /** It was decided before, about the same report of somebody else. */
  before: boolean
}): MailContent {
  const acted = decided.action === "hide"
  return {
    subject: acted ? `We acted on your report ${decided.id}` : `About your report ${decided.id}: it stays`,
    preview: decided.statement,
    heading: acted ? "We acted on your report" : "It stays",
    paragraphs: [
      acted
        ? `You reported ${subjectInWords[decided.kind]}. A moderator agreed with you, and others no longer see it.`
        : decided.before
          ? `You reported ${subjectInWords[decided.kind]}. A moderator has looked at the same before, and nothing has changed since.`
          : `You reported ${subjectInWords[decided.kind]}. A moderator looked at it, and it stays.`,
      `The reason: ${decided.statement}`,
      "A person decided this. If you disagree, reply to this email. If there is another moderator, that person reads your reply. You can also go to court, or to an out-of-court dispute settlement body.",
    ],
    footnote: toReporter,
  }
}

/** The statement of reasons for the person concerned (Article 17(3)). `statement` null: decided by the weight of reports. */
export function hiddenMail(decided: {
  kind: ReportSubject
  rule: ReportReason
  statement: string | null
  siteUrl: string
}): MailContent {
  const { kind, rule, statement, siteUrl } = decided
  return {
    subject: `${ownInWords[kind]} is hidden`,
    preview: "What was decided, why, and how to object.",
    heading: "What we decided, and why",
    paragraphs: [
      hiddenInWords[kind],
      statement === null
        ? "Several members reported it, and their reports together were enough to hide it automatically until a moderator has looked. We will email you when that has happened."
        : `The reason: ${statement}`,
      `You can object for ${objectionMonths} months, on your account under Cheers. If there is another moderator, that person reads the objection. You can also go to court, or to an out-of-court dispute settlement body.`,
    ],
    facts: [
      ["Rule", reportReasons[rule].rule],
      ["Where", "Everywhere on this site, in all countries"],
      [
        "How long",
        statement === null ? "Until a moderator has looked at it" : "Until the decision is changed",
      ],
      ["What led to it", "Reports; who sent them stays private"],
      ["Decided by", statement === null ? "The system, by the weight of reports" : "A person"],
    ],
    button: { label: "See it, or object", url: `${siteUrl}/account/cheers#decisions` },
    footnote: toAuthor,
  }
}

/** Tells the person concerned that others see it again. */
export function shownAgainMail(decided: { kind: ReportSubject; statement: string }): MailContent {
  const what = ownInWords[decided.kind]
  return {
    subject: `${what} is shown again`,
    preview: decided.statement,
    heading: `${what} is shown again`,
    paragraphs: ["It was hidden after reports, and a moderator has now looked at it.", decided.statement],
    footnote: toAuthor,
  }
}

/** The reply to an objection. */
export function objectionMail(replied: { upheld: boolean; reply: string }): MailContent {
  return {
    subject: replied.upheld ? "You were right: it is shown again" : "About your objection: it stays hidden",
    preview: replied.reply,
    heading: "About your objection",
    paragraphs: [
      replied.upheld
        ? "Thank you for writing. We changed the decision, and others see it again as you have chosen."
        : "Thank you for writing. We read your objection, and the decision stays.",
      replied.reply,
    ],
    footnote: toAuthor,
  }
}

/** The statement of reasons of a mute (Article 17(1)(c)). */
export function mutedMail(muted: {
  until: Date
  reason: string
  hidesEarlier: boolean
  siteUrl: string
}): MailContent {
  return {
    subject: "You cannot cheer or comment for a while",
    preview: muted.reason,
    heading: "What we decided, and why",
    paragraphs: [
      `You cannot cheer others, and write or change comments, until ${dayInWords(muted.until)}.${muted.hidesEarlier ? " Comments that you wrote before are hidden from others, also afterward." : ""} Everything else stays as it is.`,
      `The reason: ${muted.reason}`,
      "A person decided this. If you disagree, reply to this email. If there is another moderator, that person reads your reply. You can also go to court, or to an out-of-court dispute settlement body.",
    ],
    facts: [["Rule", reportReasons.insult.rule]],
    button: { label: "Your account", url: `${muted.siteUrl}/account/cheers` },
    footnote: toAuthor,
  }
}

/** Queues a mail about moderation, once for each key. */
export async function sendMail(
  world: Pick<World, "mail">,
  db: Db,
  { to, kind, key, content }: { to: string; kind: string; key: string; content: MailContent },
): Promise<void> {
  const headers: NonNullable<MailMessage["headers"]> = { "Reply-To": site.supportEmail }
  await world.mail.queue(db, { to, kind, headers, ...renderMail(content) }, { key })
}

/** The address of the athlete's account; null for a sample athlete and a deleted account. */
export async function addressOf({ sql }: Db, athleteId: number | null): Promise<string | null> {
  const [row] = await sql<{ email: string | null }>`
    select u.email from athletes a join auth.users u on u.id = a.user_id
    where a.id = ${athleteId} and u.deleted_at is null`
  return row?.email ?? null
}
