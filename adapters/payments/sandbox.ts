/**
 * A stand-in for the payment service on installations without its key: it speaks the service's API to the service's own SDK,
 * shows a page where one pays without money, and sends signed webhooks. Everything is kept in PostgreSQL.
 */
import { Hono } from "hono"
import type { Db, Jobs } from "#domain/world.ts"
import { createApi } from "./sandbox/api.ts"
import { dueSessions, expireIfDue } from "./sandbox/checkout.ts"
import { deliver, queueDeliveries, type Send } from "./sandbox/deliveries.ts"
import { createDesk } from "./sandbox/desk.ts"
import { forgetOld } from "./sandbox/forget.ts"
import { createPages } from "./sandbox/pages.ts"
import { settleSession } from "./sandbox/pay.ts"
import { dueSubscriptions, renewIfDue } from "./sandbox/subscriptions.ts"
import type { PaymentsSandboxTask } from "./sandbox/tasks.ts"
import type { Work } from "./sandbox/work.ts"

export interface PaymentsSandboxOptions {
  db: Db
  jobs: Jobs
  now(): Date
  /** "sk_test_…": what the API asks for. */
  secretKey: string
  /** "whsec_…": what webhooks are signed with. */
  webhookSecret: string
  /** Public origin of the site, without a trailing slash; the pages are below /payments-sandbox. */
  siteUrl: string
  /** Who sells, for the pages. */
  seller: string
}

export interface PaymentsSandbox {
  /** /v1/* for the SDK and /payments-sandbox/* for people. */
  app: Hono
  /** /payments-sandbox, what the service's staff would see: personal data, refunds. Only for whoever runs this machine. */
  desk: Hono
  /** Instead of the network, for an SDK in this process. */
  fetch: typeof globalThis.fetch
  /** Does a job of the queue; throws when it is to be tried again. `send` gives a webhook to our endpoint. */
  run(task: PaymentsSandboxTask, send: Send): Promise<void>
  /** What time brings: renewals, sessions that expire. Answers how much of it there was. */
  catchUp(): Promise<number>
}

export function createPaymentsSandbox(options: PaymentsSandboxOptions): PaymentsSandbox {
  const { db, jobs, now, siteUrl } = options
  const pagesUrl = `${siteUrl}/payments-sandbox`

  /** One unit of work in one transaction, its webhooks queued with it. */
  const transact = <Result>(
    request: Work["request"],
    run: (work: Work) => Promise<Result>,
    delivery: Work["delivery"] = "normal",
  ): Promise<Result> =>
    db.transaction(async (within) => {
      const at = Math.floor(now().getTime() / 1000)
      const work: Work = { db: within, jobs, at, pagesUrl, request, delivery, events: [] }
      const result = await run(work)
      await queueDeliveries(work)
      return result
    })

  const app = new Hono()
  app.route("/", createApi({ secretKey: options.secretKey, transact }))
  app.route("/", createPages({ seller: options.seller, siteUrl, transact }))

  const { seller, secretKey } = options

  return {
    app,
    desk: createDesk({ seller, secretKey, apiBase: siteUrl, transact }),
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    async run(task, send) {
      if (task.task === "deliver") {
        const { webhookSecret } = options
        const webhookUrl = `${siteUrl}/webhooks/stripe`
        return await deliver({ db, now: now(), webhookSecret, webhookUrl }, task.deliveries, send)
      }
      const { session, outcome, delivery } = task
      await transact(null, (work) => settleSession(work, session, outcome), delivery)
    },
    async catchUp() {
      const at = Math.floor(now().getTime() / 1000)
      const [sessions, subscriptions] = [await dueSessions({ db, at }), await dueSubscriptions({ db, at })]
      for (const id of sessions) await transact(null, (work) => expireIfDue(work, id))
      for (const id of subscriptions) await transact(null, (work) => renewIfDue(work, id))
      await forgetOld({ db, at })
      return sessions.length + subscriptions.length
    },
  }
}
