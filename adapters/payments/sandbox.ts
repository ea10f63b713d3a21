/**
 * A stand-in for Stripe on installations without an API key. It serves Stripe's own SDK, shows a checkout page where no
 * real money is charged, and sends signed webhooks. Everything is stored in PostgreSQL.
 */
import type { Hono } from "hono"
import type { Db } from "#ports/db.ts"
import type { Jobs } from "#ports/jobs.ts"
import { createApi } from "./sandbox/api.ts"
import { deliver, queueDeliveries, type Send } from "./sandbox/deliveries.ts"
import { createPages } from "./sandbox/pages.ts"
import { settleSession } from "./sandbox/pay.ts"
import { dueSubscriptions, renewIfDue } from "./sandbox/renewals.ts"
import { deleteExpired } from "./sandbox/retention.ts"
import { dueSessions, expireIfDue } from "./sandbox/sessions.ts"
import type { PaymentsSandboxTask } from "./sandbox/tasks.ts"
import type { Transact, UnitOfWork } from "./sandbox/unit-of-work.ts"

interface PaymentsSandboxOptions {
  db: Db
  jobs: Jobs
  now(): Date
  /** "sk_test_…": the API key. */
  secretKey: string
  /** "whsec_…": signs the webhooks. */
  webhookSecret: string
  /** Public origin of the site, without a trailing slash; the pages are below /payments-sandbox. */
  siteUrl: string
  /** Name of the seller, for the pages. */
  seller: string
}

export interface PaymentsSandbox {
  /** /payments-sandbox/*: the pages for customers. */
  app: Hono
  /** The API for an SDK in this process, without the network. */
  fetch: typeof globalThis.fetch
  /** Runs a job of the queue; throws if it is to be retried. `send` delivers a webhook to our endpoint. */
  run(task: PaymentsSandboxTask, send: Send): Promise<void>
  /** Processes what is due: renewals and expiring sessions. Returns how many there were. */
  catchUp(): Promise<number>
}

export function createPaymentsSandbox(options: PaymentsSandboxOptions): PaymentsSandbox {
  const { db, jobs, now, siteUrl, seller, secretKey, webhookSecret } = options
  const pagesUrl = `${siteUrl}/payments-sandbox`
  const seconds = () => Math.floor(now().getTime() / 1000)

  const transact: Transact = (request, run, delivery = "normal") =>
    db.transaction(async (within) => {
      const work: UnitOfWork = { db: within, jobs, at: seconds(), pagesUrl, request, delivery, events: [] }
      const result = await run(work)
      await queueDeliveries(work)
      return result
    })

  const api = createApi({ secretKey, transact })

  return {
    app: createPages({ seller, transact }),
    fetch: async (input, init) => api.fetch(new Request(input, init)),
    async run(task, send) {
      if (task.task === "deliver") {
        const webhookUrl = `${siteUrl}/webhooks/stripe`
        return await deliver({ db, now: now(), webhookSecret, webhookUrl }, task.deliveries, send)
      }
      const { session, outcome, delivery } = task
      await transact(null, (work) => settleSession(work, session, outcome), delivery)
    },
    async catchUp() {
      const at = seconds()
      const [sessions, subscriptions] = [await dueSessions({ db, at }), await dueSubscriptions({ db, at })]
      for (const id of sessions) await transact(null, (work) => expireIfDue(work, id))
      for (const id of subscriptions) await transact(null, (work) => renewIfDue(work, id))
      await deleteExpired({ db, at })
      return sessions.length + subscriptions.length
    },
  }
}
