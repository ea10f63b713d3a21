import { data } from "react-router"
import { eventBySlug, type Occurrence } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { hostedEvents } from "#domain/operator/people/account.ts"
import { holds, type Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import type { RouteArgs } from "../enter.ts"

/** The day in the address, or 404; to a host, days of others' events are missing. */
export async function dayOf(world: World, operator: Operator, { params }: RouteArgs): Promise<Occurrence> {
  const event = eventBySlug(world.published.words, params.slug ?? "")
  const occurrence = event && (await heldOn(world.db, event, params.on ?? ""))
  if (!occurrence || !(await runsEvent(world, operator, occurrence.event.slug)))
    throw data(null, { status: 404 })
  return occurrence
}

/** The names of a host's events; null for operators, who run all. */
export async function ownEvents(world: World, operator: Operator): Promise<readonly string[] | null> {
  if (operator.role !== "host") return null
  return operator.id ? hostedEvents(world.db, operator.id) : []
}

export async function runsEvent(world: World, operator: Operator, slug: string): Promise<boolean> {
  const own = await ownEvents(world, operator)
  return own === null || own.includes(slug)
}

/** Whether the operator changes whole days: owners, and hosts those of their events. */
export function runsDays({ role }: Operator): boolean {
  return role === "host" || holds(role, "owner")
}
