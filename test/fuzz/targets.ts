import type { ServerBuild } from "react-router"
import { routeTable } from "#platform/auth/route-table.ts"
import { serverFunctions } from "#server/http/functions/registry.ts"
import { storageTargets } from "./storage.ts"
import type { Target } from "./target.ts"
import { type WebhookSecrets, webhookAt } from "./webhooks.ts"

/** Relations and functions of the schemas that the Data API could be asked for, with their columns and arguments. */
export interface Catalog {
  relations: { name: string; columns: string[] }[]
  functions: { name: string; arguments: string[] }[]
}

interface RouteTables {
  /** The manifest of the built pages. */
  pages: ServerBuild["routes"]
  /** The manifest of the console's pages. */
  console: ServerBuild["routes"]
  secrets: WebhookSecrets
  /** Hono's routes of the running process. */
  routes: readonly { method: string; path: string }[]
  catalog: Catalog
  /** The last part of the address of a member's calendar. */
  calendarFile: string
}

const framesShare = 12

const sent = { topic: "room", event: "said", payload: { text: "a" }, private: true }
/** Realtime has one route in Hono's table. */
const broadcastTargets: readonly Target[] = [
  ["/realtime/v1/api/broadcast", { messages: [sent, { ...sent, private: false }] }] as const,
  ["/realtime/v1/api/broadcast/:topic/events/:event", sent.payload] as const,
].map(
  ([path, body]): Target => ({
    kind: "storage",
    method: "POST",
    path,
    fields: ["private", "persist"],
    forms: [],
    bodies: [body],
    known: { topic: [sent.topic], event: [sent.event] },
  }),
)

const queryFields = [
  "limit",
  "after",
  "to",
  "type",
  "session_id",
  "q",
  "board",
  "athlete",
  "period",
  "at",
  "order",
  "next",
  "files",
  "cursor",
  "around",
  "theme",
]
const authFields = [
  ..."email phone password data type token token_hash refresh_token auth_code code_verifier code_challenge".split(
    " ",
  ),
  ..."grant_type create_user nonce friendly_name factor_type challenge_id code id_token provider redirect_to".split(
    " ",
  ),
  ..."user_metadata app_metadata ban_duration role page per_page scopes code_challenge_method".split(" "),
]

/** Every address of the site, from the site's own routing tables, so that a new route is included automatically. */
export function targetsOf({ pages, console, routes, catalog, secrets, calendarFile }: RouteTables): Target[] {
  const found: Omit<Target, "forms">[] = [
    ...pagePaths(pages).flatMap((path): Omit<Target, "forms">[] => [
      { kind: "page", method: null, path, fields: queryFields },
      // The address that the router requests when a script follows a link.
      { kind: "page", method: null, path: `${path === "/" ? "/_root" : path}.data`, fields: queryFields },
    ]),
    ...pagePaths(console).flatMap((path): Omit<Target, "forms">[] => {
      const whole = `/operator${path === "/" ? "" : path}`
      return [
        { kind: "console", method: null, path: whole, fields: queryFields },
        {
          kind: "console",
          method: null,
          path: `${path === "/" ? "/operator/_root" : whole}.data`,
          fields: queryFields,
        },
      ]
    }),
    ...endpointPaths(routes).map(
      ({ method, path }): Omit<Target, "forms"> => ({
        kind: "endpoint",
        method: method === "ALL" ? null : method,
        path,
        fields: queryFields,
        ...(path.startsWith("/api/v1/boards/") ? { known: { board: ["this-month"] } } : {}),
        ...(path.startsWith("/screen/") ? { known: { race: ["month"] } } : {}),
        ...(path.startsWith("/calendar/members/") ? { known: { file: [calendarFile] } } : {}),
        ...webhookAt(path, secrets),
      }),
    ),
    // One address for everything that a channel accepts, so it is requested more often than others.
    ...Array.from(
      { length: framesShare },
      (): Omit<Target, "forms"> => ({
        kind: "frames",
        method: "GET",
        path: "/realtime/v1/websocket",
        fields: [],
      }),
    ),
    ...routeTable.map(
      ([method, path]): Omit<Target, "forms"> => ({
        kind: "auth",
        method,
        path: `/auth/v1${path}`,
        fields: authFields,
      }),
    ),
    ...Object.keys(serverFunctions).map(
      (name): Omit<Target, "forms"> => ({
        kind: "function",
        method: null,
        path: `/functions/v1/${name}`,
        fields: [],
      }),
    ),
    ...catalog.relations.map(
      ({ name, columns }): Omit<Target, "forms"> => ({
        kind: "data",
        method: null,
        path: `/rest/v1/${name}`,
        fields: columns,
      }),
    ),
    ...catalog.functions.map(
      (one): Omit<Target, "forms"> => ({
        kind: "data",
        method: null,
        path: `/rest/v1/rpc/${one.name}`,
        fields: one.arguments,
      }),
    ),
    { kind: "data", method: null, path: "/rest/v1/", fields: [] },
  ]
  return [...found.map((target) => ({ ...target, forms: [] })), ...storageTargets(), ...broadcastTargets]
}

function pagePaths(pages: ServerBuild["routes"]): string[] {
  const whole = (id: string): string => {
    const route = pages[id]
    if (!route) return ""
    const above = route.parentId ? whole(route.parentId) : ""
    return route.path ? `${above}/${route.path}` : above
  }
  const paths = Object.keys(pages).map((id) => whole(id) || "/")
  return [...new Set(paths)]
}

/**
 * Hono's table contains middleware, too; even without another handler, its address is worth a request. The auth service
 * has a separate table.
 */
function endpointPaths(routes: RouteTables["routes"]) {
  const own = routes.filter(({ path }) => !/^\/auth\/v1\/./.test(path) || path.endsWith("*"))
  return [...new Map(own.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()]
}
