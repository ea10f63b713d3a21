import { data, type RouterContextProvider } from "react-router"
import type { Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { operator as operatorKey, world as worldKey } from "./context.ts"
import { deskAt, opensDesk } from "./desks.ts"

/** The context of every loader and action of a console page. */
export interface RouteArgs {
  request: Request
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

/**
 * The first line of every loader and action: the world and the operator, or 404 for operators without the role of the
 * desk. Commands check the role again (`act`), and so does the database.
 */
export function enter({ context }: RouteArgs, desk: string): { world: World; operator: Operator } {
  const operator = context.get(operatorKey)
  if (!opensDesk(operator.role, deskAt(desk))) throw data(null, { status: 404 })
  return { world: context.get(worldKey), operator }
}
