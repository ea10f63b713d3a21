import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import Stripe from "stripe"
import { paymentsSandboxQueue } from "#adapters/payments/sandbox/deliveries.ts"
import { type PaymentsSandboxTask, paymentsSandboxTask } from "#adapters/payments/sandbox/tasks.ts"
import { createPaymentsSandbox, type PaymentsSandbox } from "#adapters/payments/sandbox.ts"
import { createStripe } from "#adapters/payments/stripe.ts"
import type { Payments } from "#ports/payments.ts"
import type { TestWorld } from "./world.ts"

export const testKeys = { secretKey: "sk_test_onlyfortests", webhookSecret: "whsec_onlyfortests" }

export interface PaymentsBench {
  sandbox: PaymentsSandbox
  /** The engine, in this process. */
  payments: Payments
  /** The service's own SDK, connected to the sandbox. */
  stripe: Stripe
  /**
   * Presses a button of the payment page as a form without scripts would; returns the address it leads to.
   */
  press(sessionId: string, form: Record<string, string>): Promise<Response>
  /** Runs the due jobs; webhooks go to `send`. Returns how many jobs ran. */
  work(send: (request: Request) => Promise<Response>): Promise<number>
}

/** The payments sandbox and its clients on a test's own World. */
export function paymentsBench({ world, runJobs }: TestWorld): PaymentsBench {
  const { db, jobs, now, settings } = world
  const { siteUrl } = settings
  const sandbox = createPaymentsSandbox({ ...testKeys, db, jobs, now, siteUrl, seller: "B4M" })
  const { fetch } = sandbox
  return {
    sandbox,
    payments: createStripe({ ...testKeys, fetch, automaticTax: false, now }),
    stripe: new Stripe(testKeys.secretKey, {
      httpClient: Stripe.createFetchHttpClient(fetch),
      telemetry: false,
      maxNetworkRetries: 0,
    }),
    press: async (sessionId, form) =>
      sandbox.app.request(`/payments-sandbox/pay/${sessionId}`, {
        method: "POST",
        body: new URLSearchParams({ email: "ana@mail.test", ...form }),
      }),
    work: (send) =>
      runJobs<PaymentsSandboxTask>(paymentsSandboxQueue, (task) =>
        sandbox.run(paymentsSandboxTask.parse(task), send),
      ),
  }
}

/** Its API on a separate port, for an SDK that connects over the network. */
export async function listenOnPort(sandbox: PaymentsSandbox): Promise<{ server: Server; port: number }> {
  const server = createServer(getRequestListener((request) => sandbox.fetch(request)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
