import type { World } from "#domain/world.ts"
import type { GatewayFunction } from "#platform/gateway/contract.ts"
import type { ServerFunction } from "./function.ts"
import { serverFunctions } from "./registry.ts"

/** Converts the functions to the gateway's format, bound to `world`. */
export function bindFunctions(
  world: World,
  functions: Readonly<Record<string, ServerFunction>> = serverFunctions,
): Record<string, GatewayFunction> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]): [string, GatewayFunction] => {
      const bound: GatewayFunction = (request, { caller }) => run(world, request, caller)
      // Keeps its body limit, if it has one.
      return [name, Object.assign(bound, run)]
    }),
  )
}
