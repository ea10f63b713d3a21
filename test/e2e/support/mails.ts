import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import PostalMime, { type Email } from "postal-mime"

export interface MailFilter {
  to?: string
  subject?: string | RegExp
}

/** Every matching mail in the outbox, oldest first. */
export async function readMails(dataDir: string, filter: MailFilter = {}): Promise<Email[]> {
  const folder = join(dataDir, "outbox")
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith(".eml")).sort()
  const mails = await Promise.all(files.map((name) => readMail(join(folder, name))))
  return mails.filter((mail) => fits(mail, filter))
}

/** Mails are looked for every tenth of a second, and a mail never changes. */
const read = new Map<string, Promise<Email>>()

function readMail(file: string): Promise<Email> {
  const known = read.get(file) ?? readFile(file).then((bytes) => PostalMime.parse(bytes))
  read.set(file, known)
  return known
}

/** The newest matching mail, waiting up to `timeoutMs` for the first one; mails are sent by a job. */
export async function waitForMail(dataDir: string, filter: MailFilter, timeoutMs = 60_000): Promise<Email> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const mail = (await readMails(dataDir, filter)).at(-1)
    if (mail) return mail
    await sleep(100)
  }
  const others = (await readMails(dataDir)).map((mail) => `${mail.to?.[0]?.address}: ${mail.subject}`)
  throw new Error(
    `No mail like ${JSON.stringify(filter)} within ${timeoutMs} ms; there are: ${others.join("; ")}`,
  )
}

function fits(mail: Email, { to, subject }: MailFilter): boolean {
  const goesTo = to === undefined || mail.to?.some((one) => one.address?.toLowerCase() === to.toLowerCase())
  const isAbout = subject === undefined || (mail.subject ?? "").match(subject) !== null
  return Boolean(goesTo) && isAbout
}
