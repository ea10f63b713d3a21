import { applicationPages } from "#content/applications.ts"
import { athletes } from "#content/athletes.ts"

/** Routes that are not prerendered: live data, a form whose frame is configured, or a response that depends on the visitor. */
const notPrerendered = [
  "/",
  "/leaderboard",
  "/leaderboard/seasons",
  "/newsletter/issues",
  "/auth",
  "/join",
  "/events",
  "/partners",
  "/donate",
  "/checkout",
  "/checkout-success",
  "/checkout-cancel",
  // Pages that contain a form.
  ...Object.keys(applicationPages).map((id) => `/${id}`),
]

/**
 * The prerendered paths: all other routes without parameters, and one page per athlete.
 * @param staticPaths the route table's paths without parameters
 */
export function prerenderedPaths(staticPaths: readonly string[]): string[] {
  const athletePaths = athletes.map((athlete) => `/athletes/${athlete.id}`)
  return [...staticPaths.filter((path) => !notPrerendered.includes(path)), ...athletePaths]
}
