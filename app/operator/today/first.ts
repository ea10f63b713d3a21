import { data, redirect } from "react-router"
import { operator } from "../context.ts"
import { desksOf } from "../desks.ts"
import type { RouteArgs } from "../enter.ts"

/**
 * /operator itself redirects to the first desk of the role, which is Today for whoever has it. It is not a page, because the router
 * would ask for its data at /operator.data, which the cookie of the console, bound to /operator/, does not reach.
 */
export function loader({ context }: RouteArgs) {
  const [first] = desksOf(context.get(operator).role)
  if (!first) throw data(null, { status: 404 })
  return redirect(first.path)
}
