import type { Asked, Surroundings } from "./asked.ts"
import { callRoutine } from "./call-routine.ts"
import { changeTable } from "./change-table.ts"
import { chooseMedia } from "./media.ts"
import { planWished } from "./plan.ts"
import { invalid, type Preferences, readPreferences } from "./preferences.ts"
import { readTable } from "./read-table.ts"
import { type DataCall, isRead, readTarget, relationNamed, visibleHeaders } from "./request.ts"

/** Handles a request to a table or function. Throws a DataError with PostgREST's refusal. */
export async function answer(request: Request, call: DataCall, around: Surroundings): Promise<Response> {
  const target = readTarget(request, around.schemas)
  const { schema, name, isCall } = target
  const relation = isCall ? null : relationNamed(around.catalog, target)
  const { headers, method } = request
  const prefer = readPreferences(headers.get("prefer"))
  await checkTimezone(prefer, around)
  const wish = around.plans ? planWished(headers.get("accept")) : null
  const asked: Asked = {
    ...around,
    request,
    target,
    prefer,
    media: chooseMedia(wish ? wish.for : headers.get("accept")),
    wish,
    context: {
      claims: call.claims,
      method,
      path: isCall ? `/rpc/${name}` : `/${name}`,
      schema,
      headers: visibleHeaders(headers),
      timezone: prefer.timezone,
    },
  }
  if (!relation) return callRoutine(asked)
  return isRead(request) ? readTable(asked, relation) : changeTable(asked, relation)
}

/** An unknown time zone is refused with strict handling and otherwise ignored. */
async function checkTimezone(prefer: Preferences, { knownTimezones }: Surroundings): Promise<void> {
  if (prefer.timezone === null || (await knownTimezones()).has(prefer.timezone)) return
  if (prefer.handling === "strict") throw invalid([`timezone=${prefer.timezone}`])
  prefer.timezone = null
}
