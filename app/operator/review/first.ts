import { redirect } from "react-router"
import { enter, type RouteArgs } from "../enter.ts"
import { readQueue, readQueueAddress } from "./query.ts"

/** Leads to the first activity of the queue; to the list if nothing waits. */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/review")
  const { rows } = await readQueue(world, readQueueAddress(args.request), { limit: 1, offset: 0 })
  return redirect(rows[0] ? `/review/${rows[0].id}` : "/review")
}
