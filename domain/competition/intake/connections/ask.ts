import type { World } from "#domain/world.ts"
import type { Service, ServiceAnswer } from "#ports/services.ts"
import { type Asked, type Connection, connectionOf } from "./token.ts"

/**
 * Calls a service with an athlete's access token. If it rejects a token that should be valid, the token is refreshed and the
 * call repeated once; `unauthorized` then means that the service rejects even the new token.
 */
export async function ask<Value>(
  world: World,
  service: Service,
  athleteId: number,
  question: (connection: Connection) => Promise<ServiceAnswer<Value>>,
): Promise<Asked<Value>> {
  const connection = await connectionOf(world, service, athleteId)
  if (!connection.ok) return connection
  const answer = await question(connection.value)
  if (answer.ok || answer.code !== "unauthorized") return answer
  const renewed = await connectionOf(world, service, athleteId, { refused: connection.value.token })
  return renewed.ok ? question(renewed.value) : renewed
}
