import type { Delivery } from "#ports/mail.ts"
import { compose } from "./compose.ts"
import type { OpenTransport } from "./transport.ts"

interface SmtpOptions {
  /** smtp:// or smtps:// with user and password; nodemailer's options as query parameters. */
  url: string
  /** MAIL_FROM. */
  from: string
  /** Report the failure instead of resending when a pooled connection breaks. */
  neverTwice?: boolean
}

/** Sends mails through an SMTP server over a small pool of connections. */
export function createSmtp({ url, from, neverTwice = false }: SmtpOptions): OpenTransport {
  const { hostname, username, searchParams } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  // Loaded with the first mail, because the library takes 11 MB.
  const open = async () => {
    const { createTransport } = await import("nodemailer")
    return createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 60_000,
      // Retries once if the server has closed a pooled connection; the job handles all other failures.
      maxRequeues: neverTwice ? 0 : 1,
      // A password is never sent unencrypted, whatever a server (or an attacker in between) offers.
      ...(username && !isLocal && !searchParams.has("ignoreTLS") ? { requireTLS: true } : {}),
    })
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    repeatable: false,
    async deliver(letter) {
      const mail = compose(letter, from)
      try {
        opened ??= open()
        const sent = await (await opened).sendMail(mail)
        return { ok: true, answer: sent.response }
      } catch (error) {
        return failed(error as SmtpError)
      }
    },
    async close() {
      ;(await opened)?.close()
    },
  }
}

interface SmtpError extends Error {
  code?: string
  /** The SMTP command that failed: "RCPT TO", "DATA", "AUTH PLAIN", "CONN". */
  command?: string
  responseCode?: number
  response?: string
}

/**
 * A 5yz response that refuses this recipient or this content is permanent (RFC 5321, section 4.2.1). The same code at
 * an earlier stage (greeting, sign-in or sender) concerns our own account and may be fixed while the mail waits.
 */
function failed(error: SmtpError): Delivery {
  const aboutTheMail = error.command === "RCPT TO" || error.command === "DATA"
  const final = aboutTheMail && error.responseCode !== undefined && error.responseCode >= 500
  const reason = error.response ?? error.message
  return { ok: false, permanent: final, reason, ...(isUncertain(error) ? { uncertain: true } : {}) }
}

/**
 * The outcome is certain after a response from the server, and after failures before the server could have accepted
 * anything.
 */
function isUncertain(error: SmtpError): boolean {
  if (error.responseCode !== undefined) return false
  if (
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EDNS|ENOTFOUND|ETLS|EAUTH|EENVELOPE|EMESSAGE)$/.test(
      error.code ?? "",
    )
  )
    return false
  return !/ECONNREFUSED|ENOTFOUND|Greeting never received|Connection timeout/.test(error.message)
}
