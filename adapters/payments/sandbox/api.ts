import { type Context, Hono } from "hono"
import { z } from "zod"
import { equal } from "#primitives/secrets.ts"
import { apiVersion } from "../stripe/api-version.ts"
import { ApiError, type ErrorBody, invalid, invalidParameters } from "./api-error.ts"
import type { Call } from "./call.ts"
import { chargeCalls } from "./charges.ts"
import { customerCalls } from "./customers.ts"
import { disputeCalls } from "./disputes.ts"
import { expand } from "./expand.ts"
import { parseForm } from "./form.ts"
import { answerOnce } from "./idempotency.ts"
import { invoiceCalls } from "./invoice-calls.ts"
import { newId } from "./new-id.ts"
import { portalCalls } from "./portal.ts"
import { refundCalls } from "./refunds.ts"
import { sessionCalls } from "./session-calls.ts"
import { subscriptionCalls } from "./subscription-calls.ts"
import type { Transact } from "./unit-of-work.ts"

const calls: readonly Call[] = [
  ...customerCalls,
  ...sessionCalls,
  ...chargeCalls,
  ...refundCalls,
  ...disputeCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...portalCalls,
]

interface ApiOptions {
  secretKey: string
  transact: Transact
}

const expandShape = z.array(z.string().max(200)).max(20).default([])

/** /v1/*: the API for Stripe's own SDK, in this process. */
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
      if (!params.success) throw invalidParameters(params.error, given)
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
    throw new ApiError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). The payments sandbox answers only the calls that this site makes.`,
    })
  })
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error
    return c.json({ error: error.body } satisfies { error: ErrorBody }, error.status)
  })
  return app
}

function authorize(c: Context, secretKey: string): void {
  const given = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? ""
  if (!equal(given, secretKey)) {
    const message = `Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(8)}${given.slice(-4)}`
    throw new ApiError(401, { type: "invalid_request_error", message })
  }
  const version = c.req.header("stripe-version")
  if (version !== undefined && version !== apiVersion)
    throw invalid(
      `Invalid Stripe API version: ${version}. The payments sandbox answers version ${apiVersion} only.`,
    )
}
