import { Hono } from "hono"
import { receiveReply } from "#domain/leads/threads/receive-reply.ts"
import type { World } from "#domain/world.ts"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"
import { readMail } from "./received-mail/read-mail.ts"

export interface ReceivedMailOptions {
  /** The mail provider's bearer token (RECEIVED_MAIL_TOKEN). */
  token: string
  /** RECEIVED_MAIL_SERVER. */
  authServer: string | undefined
}

/**
 * POST /webhooks/received-mail: the source of one mail (RFC 5322) to the address of replies, posted by the mail provider, with the
 * envelope's recipient as `?to=` where it has one. Mails that belong to no conversation are answered with 200, too, because
 * the provider would send them again.
 */
export function receivedMailEndpoint(world: World, options: ReceivedMailOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.post("/webhooks/received-mail", async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? ""
    if (!equal(given, options.token))
      return refuse(c, {
        status: 401,
        code: "invalid_token",
        title: "Not allowed",
        message: "Send RECEIVED_MAIL_TOKEN as a bearer token.",
        headers: { "www-authenticate": "Bearer" },
      })
    // A body that is too large fails while it is read, and gets its response from the guard.
    const source = await c.req.arrayBuffer().catch(() => null)
    const mail =
      source &&
      (await readMail(new Uint8Array(source), {
        authServer: options.authServer,
        envelopeTo: c.req.query("to") ?? "",
      }))
    if (!mail)
      return refuse(c, {
        status: 400,
        code: "invalid_input",
        title: "Not understood",
        message: "Send the source of one email, with its headers.",
      })
    const outcome = await receiveReply(world, mail)
    if (outcome !== "taken") world.log.warn({ outcome }, "A received email was not stored")
    return c.json({ outcome })
  })
  return app
}
