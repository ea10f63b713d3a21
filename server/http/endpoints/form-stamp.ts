import { Hono } from "hono"
import { eventForm, eventOfForm } from "#content/event-form.ts"
import { formById } from "#content/forms.ts"
import { eventBySlug } from "#domain/events/occurrence.ts"
import { makeStamp } from "#domain/leads/stamp.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

/**
 * GET /forms/<form>/stamp: the hidden field of a form that is opened now. It is fetched separately, because pages with
 * forms are the same for everybody.
 */
export function formStampEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/forms/:form/stamp", (c) => {
    const form = formOf(world, c.req.param("form"))
    if (form && form.stamped !== false)
      return c.json({ stamp: makeStamp(world, form.id) }, 200, { "cache-control": "no-store" })
    return refuse(c, {
      status: 404,
      code: "unknown_form",
      title: "No such form",
      message: "There is no form of this name that takes a stamp.",
    })
  })
  return app
}

function formOf({ published }: World, id: string) {
  const event = eventBySlug(published.words, eventOfForm(id) ?? "")
  return event ? eventForm(event.slug) : formById(id)
}
