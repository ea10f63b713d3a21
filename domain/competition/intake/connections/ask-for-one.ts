import type { World } from "#domain/world.ts"
import type { Fetched, Service } from "#ports/services.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { ask } from "./ask.ts"
import type { Asked } from "./token.ts"

/** An object that was asked for, with the account that it was asked for with. */
interface One {
  fetched: Fetched
  accountId: string
}

/**
 * Asks a service for one object. A refusal that would be about the athlete's grant or about this site is confirmed by a request of
 * another kind, the athlete's list: where that is answered, `object_refused` says that the object alone is refused.
 */
export async function askForOne(
  world: World,
  service: Service,
  athleteId: number,
  { externalId, hint }: { externalId: string; hint?: string | undefined },
): Promise<Asked<One> | Refusal<"object_refused">> {
  const asked = await ask(world, service, athleteId, async ({ token, accountId }) => {
    const answer = await service.fetch.activity(token, externalId, { accountId, ...(hint ? { hint } : {}) })
    return answer.ok ? { ok: true, value: { fetched: answer.value, accountId } } : answer
  })
  if (asked.ok || !isDoubtful(asked)) return asked
  const listed = await ask(world, service, athleteId, ({ token, accountId }) =>
    service.fetch.activities(token, { after: world.now(), page: 1, accountId, first: false }),
  )
  return listed.ok ? { ok: false, code: "object_refused" } : listed
}

/** A refusal that a single object may cause as well as the grant or the application. */
function isDoubtful(refusal: Exclude<Asked<One>, { ok: true }>): boolean {
  if (refusal.code === "application_refused") return refusal.because === "unknown"
  return refusal.code === "unauthorized" || refusal.code === "consent_missing"
}
