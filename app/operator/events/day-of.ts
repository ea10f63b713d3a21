import { data } from "react-router"
import { eventBySlug, type Occurrence } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { RouteArgs } from "../enter.ts"

/** The day in the address, or 404. */
export async function dayOf(world: World, { params }: RouteArgs): Promise<Occurrence> {
  const event = eventBySlug(world.published.words, params.slug ?? "")
  const occurrence = event && (await heldOn(world.db, event, params.on ?? ""))
  if (!occurrence) throw data(null, { status: 404 })
  return occurrence
}
