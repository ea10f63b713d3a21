import type { World } from "#domain/world.ts"
import type { Payments } from "#ports/payments.ts"
import { paymentsEndpoint } from "../../http/endpoints/payments.ts"

/** Our endpoint as a sender over the network would see it: a failure is a status code. */
export function receiver(world: World, payments: Payments): (request: Request) => Promise<Response> {
  const app = paymentsEndpoint(world, payments)
  app.onError((error, c) => {
    world.log.error({ error }, "An event of the payment service was not taken")
    return c.body(null, 500)
  })
  return async (request) => app.fetch(request)
}
