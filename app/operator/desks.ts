import { includesRole } from "#content/operator-roles.ts"
import type { Role } from "#domain/operator/roles.ts"

export interface Desk {
  /** Below /operator. */
  path: string
  title: string
  /** The key that opens it. */
  key: string
  needs: Role
  /** Hosts also have it, for their own events. */
  hosts?: true
}

/** The desks in the order of the navigation. A desk is one folder here, with its routes in routes.ts. */
const desks: readonly Desk[] = [
  { path: "/today", title: "Today", key: "1", needs: "moderator" },
  { path: "/reports", title: "Reports", key: "r", needs: "moderator" },
  { path: "/review", title: "Review", key: "2", needs: "helper" },
  { path: "/inbox", title: "Inbox", key: "3", needs: "helper" },
  { path: "/people", title: "People", key: "4", needs: "owner" },
  { path: "/orders", title: "Orders", key: "5", needs: "owner" },
  { path: "/events", title: "Events", key: "6", needs: "helper", hosts: true },
  { path: "/newsletters", title: "Newsletters", key: "7", needs: "owner" },
  { path: "/content", title: "Content", key: "i", needs: "owner" },
  { path: "/articles", title: "Articles", key: "a", needs: "writer" },
  { path: "/seasons", title: "Seasons", key: "8", needs: "owner" },
  { path: "/journal", title: "Journal", key: "9", needs: "owner" },
  { path: "/service", title: "Service", key: "0", needs: "owner" },
]

/** The desks of a role, in their order. */
export function desksOf(role: Role): Desk[] {
  return desks.filter((desk) => opensDesk(role, desk))
}

export function opensDesk(role: Role, { needs, hosts }: Pick<Desk, "needs" | "hosts">): boolean {
  return includesRole(role, needs) || (hosts === true && role === "host")
}

/** The desk with this path, for `enter`. Throws for a path that has no desk, which is a bug. */
export function deskAt(path: string): Desk {
  const desk = desks.find((one) => one.path === path)
  if (!desk) throw new Error(`No desk at ${path}`)
  return desk
}
