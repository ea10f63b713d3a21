import { Hono } from "hono"
import { z } from "zod"
import { recordRefusal, suppress } from "#domain/leads/suppress.ts"
import type { World } from "#domain/world.ts"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

export interface MailEventsOptions {
  /** The reporter's bearer token (MAIL_EVENTS_TOKEN). */
  token: string
}

const reportShape = z.array(
  z.object({
    email: z.email().max(254),
    /** complaint: the reader marked a mail as spam. bounce: the mailbox refused it permanently. */
    type: z.enum(["bounce", "complaint"]),
    /** The reply of the other mail server. */
    reason: z
      .string()
      .max(1000)
      // PostgreSQL cannot store NUL in text.
      .transform((reason) => reason.replaceAll("\0", ""))
      .default(""),
    /** False for a refusal that may be temporary, such as a full mailbox: it is ignored. */
    permanent: z.boolean().default(true),
    /** The Message-ID of the mail, where the provider has it. */
    messageId: z.string().max(300).default(""),
  }),
)

/**
 * POST /webhooks/mail-events: bounces and complaints as a JSON array, from a program that collects the feedback of mail
 * providers. Newsletters to the address stop: immediately for complaints and unknown mailboxes, otherwise after
 * permanent refusals on three days. The mail is marked, and a bounce ends others that are on their way. Reports are idempotent.
 */
export function mailEventsEndpoint(world: World, { token }: MailEventsOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.post("/webhooks/mail-events", async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? ""
    if (!equal(given, token)) {
      return refuse(c, {
        status: 401,
        code: "invalid_token",
        title: "Not allowed",
        message: "Send MAIL_EVENTS_TOKEN as a bearer token.",
        headers: { "www-authenticate": "Bearer" },
      })
    }
    const read = reportShape.max(1000).safeParse(await c.req.json().catch(() => null))
    if (!read.success) {
      const [first] = read.error.issues
      return refuse(c, {
        status: 400,
        code: "invalid_input",
        title: "Not understood",
        message: `Send a JSON array of at most 1000 reports. ${first?.path.join(".") ?? ""}: ${first?.message ?? ""}`,
      })
    }
    for (const { email, type, reason, permanent, messageId } of read.data) {
      const id = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]
      if (type === "complaint" || permanent)
        await world.mail.reported(world.db, { email: email.toLowerCase(), type, reason, id })
      if (type === "complaint") await suppress(world, { email, reason: "complaint", note: reason })
      else if (permanent) await recordRefusal(world, email.toLowerCase(), reason)
    }
    return c.json({ taken: read.data.length })
  })
  return app
}
