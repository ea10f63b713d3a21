import { data, type RouterContextProvider } from "react-router"
import type { Embed } from "#content/embeds.ts"
import type { LeadForm } from "#content/form-types.ts"
import type { FormId } from "#content/forms.ts"
import { type Received, receive, sentForm } from "#domain/leads/receive.ts"
import type { Visit } from "../context.ts"
import { visit, world } from "../context.ts"

/** A form as shown on a page, which loads only this one of all forms. */
export interface OpenForm {
  form: LeadForm
  /** A third-party form in its place. */
  embed: Embed | null
}

/** Limit per network, high enough for a club that signs up from one connection. */
export const formsPerNetwork = { name: "forms", calls: 40, seconds: 600 }

/** A form, the same for every visitor: its stamp is requested by the browser (use-stamp.ts). */
export function openForm(context: Readonly<RouterContextProvider>, form: LeadForm): OpenForm {
  return { form, embed: context.get(visit)?.embeds[form.id] ?? null }
}

/** Accepts one of the forms `ids` sent to a page. 422 with everything typed when it must be shown again. */
export async function answerForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  ids: readonly FormId[],
) {
  const sent = await request.formData()
  const form = sentForm(sent, ids)
  if (!form) throw data("This page has no such form.", { status: 400 })
  const current = visitOf(context)
  const received = await receive(context.get(world), {
    form,
    sent,
    sender: current.sender,
    allowed: () => current.take(formsPerNetwork),
  })
  return withStatus(received)
}

/** The visit of a request; unset only at build time. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  const current = context.get(visit)
  if (!current) throw new Error("A form was sent without a visit")
  return current
}

/** The response with its matching status. */
export function withStatus<Answer extends Received>(received: Answer) {
  if (received.ok) return data(received, { status: 200 })
  return data(received, { status: received.code === "too-many" ? 429 : 422 })
}
