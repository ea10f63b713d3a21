import { redirect } from "react-router"

/**
 * /operator itself redirects to Today. It is not a page, because the router would ask for its data at /operator.data,
 * which the cookie of the console, bound to /operator/, does not reach.
 */
export function loader() {
  return redirect("/today")
}
