import { z } from "zod"
import { activityKinds } from "#content/activity-kinds.ts"
import { type ReasonCode, reasons } from "#content/reasons.ts"
import {
  listSuspicions,
  pageOfReviews,
  type Reviewed,
  type ReviewFilter,
} from "#domain/competition/review/review.ts"
import type { World } from "#domain/world.ts"
import { type ListAddress, orderOf, readAddress } from "../list/address.ts"
import { everyColumn } from "./columns.tsx"

const reasonCodes = Object.keys(reasons) as [ReasonCode, ...ReasonCode[]]

/** The filter of the queue in the address. `leaders`: counted activities of leading athletes that show a sign. */
const shape = z.object({
  view: z.enum(["waiting", "appeals", "leaders", "decided"]).exactOptional(),
  athlete: z.string().max(100).exactOptional(),
  kind: z.enum(activityKinds).exactOptional(),
  reason: z.enum(reasonCodes).exactOptional(),
})

type QueueAddress = ListAddress<z.infer<typeof shape>>

export function readQueueAddress(request: Request): QueueAddress {
  return readAddress(request, shape, everyColumn)
}

/** One page of the queue, for the parameters in the address. */
export async function readQueue(
  world: World,
  address: QueueAddress,
  window: { limit: number; offset: number },
): Promise<{ rows: Reviewed[]; total: number }> {
  if (address.filter.view === "leaders") {
    const all = await listSuspicions(world)
    return { rows: all.slice(window.offset, window.offset + window.limit), total: all.length }
  }
  return pageOfReviews(world, filterOf(address), { ...window, order: orderOf(address, orders) })
}

const orders = ["received", "athlete", "kind", "distance", "moving"] as const

/** The filter for the domain; the whole queue for views that the domain does not page. */
export function filterOf({ filter }: QueueAddress): ReviewFilter {
  const { view = "waiting" } = filter
  return { ...filter, view: view === "leaders" ? "waiting" : view }
}
