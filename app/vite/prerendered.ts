import { applicationPages } from "#content/applications.ts"
import { athletes } from "#content/athletes.ts"

/** Addresses that are rendered for each request: live data, or an answer that depends on the visitor. */
const perRequest = [
  "/leaderboard",
  "/leaderboard/seasons",
  "/auth",
  "/events",
  "/partners",
  "/donate",
  "/checkout",
  "/checkout-success",
  "/checkout-cancel",
  // Pages with a form of their own.
  ...Object.keys(applicationPages).map((id) => `/${id}`),
]

/**
 * The addresses whose pages are written at build time: everything else without a parameter, and one page per athlete.
 * @param staticPaths what the route table holds without parameters
 */
export function prerenderedPaths(staticPaths: readonly string[]): string[] {
  const athletePaths = athletes.map((athlete) => `/athletes/${athlete.id}`)
  return [...staticPaths.filter((path) => !perRequest.includes(path)), ...athletePaths]
}
