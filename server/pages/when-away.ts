import type { ServerBuild } from "react-router"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withDeadline } from "#primitives/deadline.ts"

type Handler = (...args: never[]) => unknown

/**
 * The same build, whose loaders and actions end by the request's deadline and answer 503 while the database is away: a thrown
 * Response reaches the page's error boundary with its status, whereas of any other error only "500" does.
 * @param failedAction what an action answers instead, to a page that shows it and keeps what was typed
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
      // By the deadline that the request has already.
      return await withDeadline(Number.POSITIVE_INFINITY, async () => handle(...args))
    } catch (error) {
      if (isDatabaseAway(error)) return failed()
      throw error
    }
  }
}
