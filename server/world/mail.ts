/** The Mail port: a mail is a row and a job, written in the caller's transaction. Only this file writes private.mails. */
import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import type { Jobs } from "#ports/jobs.ts"
import type { Mail, MailMessage } from "#ports/mail.ts"
import { defineWorker, type Worker } from "../jobs/worker.ts"

const mailQueue = "mail"

/**
 * Retried for about two days. Mail servers retry for four or five days among themselves (RFC 5321, section 4.5.4.1).
 */
const retry = { limit: 22, delaySeconds: 5, maxDelaySeconds: 4 * 3600 }

/**
 * Queues mails through `jobs`.
 * @param addressed gives a mail the address to which replies to it go, by its id
 */
export function createMail(
  jobs: Jobs,
  addressed: (id: string, mail: MailMessage) => MailMessage = (_id, mail) => mail,
): Mail {
  return {
    async queue(db, mail, { key } = {}) {
      const id = randomUUID()
      const [queued] = await db.sql<{ id: string }>`
        insert into private.mails (id, key, kind, recipient, message)
        values (
          ${id}, ${key ?? null}, ${mail.kind}, ${mail.to.toLowerCase()}, ${db.sql.json(addressed(id, mail))}
        )
        on conflict (key) do nothing returning id`
      if (queued) await jobs.add(db, mailQueue, { id: queued.id }, { key: queued.id })
    },
    async again(db, id) {
      const [queued] = await db.sql`
        update private.mails set state = 'queued', ended_at = null
        where id = ${id} and state = 'dead' and message is not null returning id`
      // Without a key, because the job that has just failed may still hold it.
      if (queued) await jobs.add(db, mailQueue, { id })
      return queued !== undefined
    },
    async reported(db, { email, type, reason, id }) {
      const state = type === "bounce" ? "bounced" : "complained"
      const answer = reason.slice(0, 500)
      await db.sql`
        update private.mails set state = ${state}, answer = ${answer}, message = null
        where recipient = ${email} and state = 'sent' and id = coalesce(${id ?? null}::uuid, (
          select id from private.mails
          where recipient = ${email} and state = 'sent' and ended_at > now() - interval '7 days'
          order by ended_at desc limit 1
        ))`
      if (type === "bounce")
        await db.sql`
          update private.mails set state = 'bounced', answer = ${answer}, message = null, ended_at = now()
          where recipient = ${email} and state = 'queued'`
    },
  }
}

/** Delivers queued mails; retries with exponential backoff unless the refusal is permanent. */
export function mailWorker(): Worker {
  return defineWorker({
    queue: mailQueue,
    shape: z.object({ id: z.uuid() }),
    retry,
    concurrency: 4,
    timeoutSeconds: 120,
    async handle({ db, log, transports }, { id }, job) {
      const [mail] = await db.sql<{ kind: string; message: MailMessage; queued_at: Date }>`
        select kind, message, queued_at from private.mails where id = ${id} and state in ('queued', 'dead')`
      if (!mail) return undefined
      const delivery = await transports.mail.deliver({ id, queuedAt: mail.queued_at, message: mail.message })
      if (delivery.ok) {
        await end(db, id, "sent", delivery.answer)
        log.info({ kind: mail.kind, mail: id }, "Mail sent")
        return undefined
      }
      if (delivery.permanent || job.attempt > retry.limit) await end(db, id, "dead", delivery.reason)
      if (delivery.permanent) return { dead: delivery.reason }
      throw new Error(delivery.reason)
    },
  })
}

async function end(db: Db, id: string, state: "sent" | "dead", answer: string): Promise<void> {
  await db.sql`update private.mails
    set state = ${state}, ended_at = now(), answer = ${answer.slice(0, 500)},
      message = case when ${state} = 'sent' then null else message end
    where id = ${id} and state in ('queued', 'dead')`
}

/** Deletes mails that were finished more than 400 days ago, including their keys. Run daily by a job. */
export async function forgetOldMails(db: Db, now: Date): Promise<void> {
  await db.sql`delete from private.mails where ended_at < ${now}::timestamptz - interval '400 days'`
}

/** The mails sent to a person, for "export my data"; null when there are none. */
export async function exportMails(db: Db, { email }: Pick<Account, "email">): Promise<unknown> {
  const rows = await db.sql`
    select kind, state, queued_at, ended_at from private.mails where recipient = ${email?.toLowerCase() ?? null}
    order by queued_at`
  return rows.length > 0 ? rows : null
}

/** Erases the recipients of finished mails. A mail that is being delivered keeps its message until then. */
export async function eraseRecipient(db: Db, { email }: Pick<Account, "email">): Promise<{ rows: number }> {
  const gone = await db.sql`
    update private.mails set recipient = null where recipient = ${email?.toLowerCase() ?? null} returning 1`
  return { rows: gone.length }
}
