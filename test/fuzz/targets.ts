import type { ServerBuild } from "react-router"
import { routeTable } from "#platform/auth/routes.ts"
import { serverFunctions } from "#server/functions/registry.ts"

export type TargetKind = "page" | "endpoint" | "auth" | "data" | "function"

/** One address of the site, as a pattern with `:parameters` and `*`. */
export interface Target {
  kind: TargetKind
  /** Null: any method. */
  method: string | null
  path: string
  /** Names that a query, a form or a JSON body can carry here. */
  fields: string[]
  /** Forms that a visitor finds at this address, filled in: value by name. */
  forms: Record<string, string>[]
}

/** Relations and functions of the schemas that the Data API could be asked for, with their columns and arguments. */
export interface Catalog {
  relations: { name: string; columns: string[] }[]
  functions: { name: string; arguments: string[] }[]
}

interface RouteTables {
  /** The manifest of the built pages. */
  pages: ServerBuild["routes"]
  /** Hono's routes of the running process. */
  routes: readonly { method: string; path: string }[]
  catalog: Catalog
}

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

/** Every address of the site, from the tables that the site itself answers by; a new route is among them by itself. */
export function targetsOf({ pages, routes, catalog }: RouteTables): Target[] {
  const found: Omit<Target, "forms">[] = [
    ...pagePaths(pages).flatMap((path): Omit<Target, "forms">[] => [
      { kind: "page", method: null, path, fields: queryFields },
      // What the router asks for when a script follows a link.
      { kind: "page", method: null, path: `${path === "/" ? "/_root" : path}.data`, fields: queryFields },
    ]),
    ...endpointPaths(routes).map(
      ({ method, path }): Omit<Target, "forms"> => ({
        kind: "endpoint",
        method: method === "ALL" ? null : method,
        path,
        fields: queryFields,
      }),
    ),
    ...routeTable.map(
      ({ method, path }): Omit<Target, "forms"> => ({
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
  return found.map((target) => ({ ...target, forms: [] }))
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
 * Middleware stands in Hono's table, too; where nothing else answers, its address is worth a request all the same. The
 * auth service has a table of its own.
 */
function endpointPaths(routes: RouteTables["routes"]) {
  const own = routes.filter(({ path }) => !/^\/auth\/v1\/./.test(path) || path.endsWith("*"))
  return [...new Map(own.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()]
}
