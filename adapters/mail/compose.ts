import type { SendMailOptions } from "nodemailer"
import type { Letter } from "#ports/mail.ts"

/** Headers that the mail's structure and envelope depend on; a message cannot set them. */
const reserved =
  /^(from|to|cc|bcc|sender|subject|date|message-id|return-path|received|mime-version|dkim-.*|content-.*)$/i

/** One address without name, list or group; deliberately narrower than RFC 5322. */
const singleAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/

/**
 * The message in nodemailer's format. Subjects and header values may contain user input: line breaks and other control
 * characters become spaces, so they cannot start another header. Throws for errors that can only be bugs: not exactly
 * one address, an invalid or reserved header name.
 * @param from MAIL_FROM: `name@host` or `Name <name@host>`
 */
export function compose(letter: Letter, from: string): SendMailOptions {
  const { to, subject, text, html, headers = {} } = letter.message
  if (to.length > 254 || !singleAddress.test(to))
    throw new Error("A mail must go to exactly one plain address")
  const sender = /<([^>]+)>$/.exec(from)?.[1] ?? from
  return {
    from,
    to: { name: "", address: to },
    envelope: { from: sender, to: [to] },
    subject: oneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    headers: Object.fromEntries(
      Object.entries({ ...automatic(letter.message.kind), ...headers }).map(([name, value]) => [
        checkedName(name),
        oneLine(value),
      ]),
    ),
    messageId: `<${letter.id}@${sender.slice(sender.lastIndexOf("@") + 1)}>`,
    date: letter.queuedAt,
    // A message is text; it must not make the server read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Written by a person for this reader or this list; every other mail is sent by the site itself. */
const byPeople = /^(newsletter\.|lead\.answer$)|\.message$/

/** So that automatic replies do not answer it (RFC 3834, section 5). */
function automatic(kind: string): Record<string, string> {
  return byPeople.test(kind) ? {} : { "Auto-Submitted": "auto-generated" }
}

function checkedName(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) || reserved.test(name))
    throw new Error(`A mail cannot set the header ${JSON.stringify(name)}`)
  return name
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim()
}
