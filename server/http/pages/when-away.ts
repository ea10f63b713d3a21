import type { ServerBuild } from "react-router"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withDeadline } from "#primitives/deadline.ts"

type Handler = (...args: never[]) => unknown

/**
 * The same build, whose loaders and actions end at the request's deadline and respond with 503 while the database is
 * down: a thrown Response reaches the page's error boundary with its status, whereas any other error becomes "500".
 * @param failedAction the response of an action instead, for a page that shows it and keeps the entered values
 */
export function answeringWhenAway(build: ServerBuild, failedAction: () => Response = thrown): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action } = route.module
    const module = {
      ...route.module,
      ...(loader ? { loader: inTime(loader as Handler, thrown) } : {}),
      ...(action ? { action: inTime(action as Handler, failedAction) } : {}),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] }
}

function thrown(): never {
  throw new Response(null, { status: 503 })
}

function inTime(handle: Handler, failed: () => Response): Handler {
  return async (...args) => {
    try {
      // Uses the deadline that the request already has.
      return await withDeadline(Number.POSITIVE_INFINITY, async () => handle(...args))
    } catch (error) {
      if (isDatabaseAway(error)) return failed()
      throw error
    }
  }
}
