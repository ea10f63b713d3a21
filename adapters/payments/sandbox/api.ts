import { type Context, Hono } from "hono"
import { z } from "zod"
import { equal } from "#primitives/secrets.ts"
import { answerOnce } from "./answers.ts"
import type { Call } from "./call.ts"
import { chargeCalls } from "./charges.ts"
import { checkoutCalls } from "./checkout.ts"
import { customerCalls } from "./customer-calls.ts"
import { eventCalls } from "./event-calls.ts"
import { apiVersion } from "./events.ts"
import { expand } from "./expand.ts"
import { Fault, type FaultBody, invalid, wrongParameters } from "./fault.ts"
import { parseForm } from "./form.ts"
import { newId } from "./ids.ts"
import { invoiceCalls } from "./invoices.ts"
import { portalCalls } from "./portal.ts"
import { priceCalls } from "./price-calls.ts"
import { promotionCalls } from "./promotions.ts"
import { refundCalls } from "./refunds.ts"
import { subscriptionCalls } from "./subscriptions.ts"
import type { Work } from "./work.ts"

export const calls: readonly Call[] = [
  ...customerCalls,
  ...priceCalls,
  ...checkoutCalls,
  ...chargeCalls,
  ...refundCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...promotionCalls,
  ...portalCalls,
  ...eventCalls,
]

export interface ApiOptions {
  secretKey: string
  /** Runs one unit of work as one transaction, and delivers its events when it is through. */
  transact<Result>(request: Work["request"], run: (work: Work) => Promise<Result>): Promise<Result>
}

const expandShape = z.array(z.string().max(200)).max(20).default([])

/** /v1/*: the API, for the service's own SDK. */
export function createApi({ secretKey, transact }: ApiOptions): Hono {
  const app = new Hono()
  for (const call of calls) {
    app.on(call.method, call.path, async (c) => {
      authorize(c, secretKey)
      const body = c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1)
      const { expand: paths, ...given } = parseForm(body)
      const expanded = expandShape.safeParse(paths)
      if (!expanded.success) throw invalid("Invalid array", { param: "expand" })
      const params = call.shape.safeParse(given)
      if (!params.success) throw wrongParameters(params.error, given)
      const key = c.req.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null
      const request = { id: newId("req", 14), idempotency_key: key }
      c.header("request-id", request.id)
      c.header("stripe-version", apiVersion)
      const answer = await transact(c.req.method === "GET" ? null : request, async (work) => {
        const make = async () =>
          await expand(work, await call.answer(work, params.data, c.req.param("id") ?? ""), expanded.data)
        if (key === null) return await make()
        const { method, path } = c.req
        const once = await answerOnce(work, key, { method, path, body }, make)
        c.header("idempotency-key", key)
        c.header("original-request", request.id)
        if (once.replayed) c.header("idempotent-replayed", "true")
        return once.answer
      })
      return c.json(answer)
    })
  }
  app.all("/v1/*", (c) => {
    authorize(c, secretKey)
    throw new Fault(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). The payments sandbox does not answer it.`,
    })
  })
  app.onError((error, c) => {
    if (!(error instanceof Fault)) throw error
    return c.json({ error: { ...error.body } satisfies FaultBody }, error.status)
  })
  return app
}

function authorize(c: Context, secretKey: string): void {
  const given = keyIn(c.req.header("authorization") ?? "")
  const refuse = (message: string) => new Fault(401, { type: "invalid_request_error", message })
  if (!given) throw refuse("You did not provide an API key. Send it as a bearer token.")
  if (!equal(given, secretKey)) {
    throw refuse(`Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(8)}${given.slice(-4)}`)
  }
  const version = c.req.header("stripe-version")
  if (version !== undefined && version !== apiVersion)
    throw invalid(`Invalid Stripe API version: ${version}. The payments sandbox speaks ${apiVersion}.`)
}

/** The key as a bearer token, or as the name of HTTP's basic authentication. */
function keyIn(authorization: string): string {
  const [, scheme = "", value = ""] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== "basic") return value
  return Buffer.from(value, "base64").toString("utf8").split(":")[0] ?? ""
}
