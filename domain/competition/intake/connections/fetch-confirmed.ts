import type { World } from "#domain/world.ts"
import type { Fetched, Service } from "#ports/services.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { ask } from "./ask.ts"
import type { Asked } from "./token.ts"

/** A requested object, with the account whose token was used. */
interface One {
  fetched: Fetched
  accountId: string
}

/**
 * Requests one object from a service. A refusal that appears to concern the athlete's grant or this site is verified by
 * another request, for the athlete's list: if that succeeds, the result is `object_refused`, because only the object is
 * refused.
 */
export async function fetchConfirmed(
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
