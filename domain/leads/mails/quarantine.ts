import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#domain/world.ts"

/** A submission that the spam rules quarantined, with the name of its form. */
export interface Quarantined {
  id: string
  form: string
  name: string
  email: string
  spam_reasons: string[]
}

/** To an operator: what was quarantined since the last such mail, and how to release a false positive. */
export function quarantineMail(to: string, listed: readonly Quarantined[], count: number): MailMessage {
  const submissions = count === 1 ? "1 submission looks" : `${count} submissions look`
  const rest = count - listed.length
  return {
    to,
    kind: "lead.quarantine",
    ...renderMail({
      subject: `${submissions} like spam`,
      heading: `${submissions} like spam`,
      paragraphs: [
        "Nobody has answered them, and nobody will unless you say that they are none. Their senders were thanked as everybody is.",
        ...(rest > 0
          ? [`These are the first ${listed.length}; the inbox lists the other ${rest}, too.`]
          : []),
      ],
      facts: listed.map(({ id, form, name, email, spam_reasons }) => [
        `${id.slice(0, 8)} ${form}`,
        `${name} (${email}): ${spam_reasons.join("; ")}`,
      ]),
      footnote:
        "npm run inbox -- list\nnpm run inbox -- show <id>\nnpm run inbox -- review <id> takes it in as if it had just arrived\nnpm run inbox -- spam <id> agrees",
    }),
  }
}
