import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { tooMany } from "../refusal.ts"

type LimitedRequest = "sign-up" | "verification" | "challenge" | "refresh" | "mail"

/**
 * Limits the requests of one kind that a network may make in a period, refilled evenly (a token bucket stored
 * as one instant, known as GCRA). Throws 429 with the time until the next is allowed.
 */
export async function limitRequests(auth: Auth, kind: LimitedRequest, client: Client): Promise<void> {
  const { limit, periodMs } = limitFor(auth, kind)
  if (!Number.isFinite(limit)) return
  const now = auth.now()
  const step = periodMs / limit
  const key = auth.secrets.digest("requests", kind, client.network)
  const first = new Date(now.getTime() + step)
  // The bucket is full when `full_at` is in the past and empty when it is a whole period ahead.
  const latest = new Date(now.getTime() + periodMs - step)
  const taken = await auth.db.sql`
    insert into auth_private.allowances as a (key, full_at) values (${key}, ${first})
    on conflict (key) do update set
      full_at = greatest(a.full_at, ${now}) + make_interval(secs => ${step / 1000}::float8)
    where a.full_at <= ${latest}
    returning 1`
  if (taken.length > 0) return
  // A row is removed only when its bucket is full, which an empty one is not soon.
  const [row] = (await auth.db.sql`
    select full_at from auth_private.allowances where key = ${key}`) as [{ full_at: Date }]
  throw tooMany(
    "over_request_rate_limit",
    (seconds) => `Request rate limit reached. Please try again in ${seconds} seconds.`,
    row.full_at.getTime() - latest.getTime(),
  )
}

function limitFor(auth: Auth, kind: LimitedRequest): { limit: number; periodMs: number } {
  const hour = 3_600_000
  const fiveMinutes = 300_000
  const { config } = auth
  if (kind === "sign-up") return { limit: config.signUpsPerNetworkPerHour, periodMs: hour }
  if (kind === "mail") return { limit: config.mailsPerNetworkPerHour, periodMs: hour }
  if (kind === "refresh") return { limit: config.refreshesPerNetworkPer5Min, periodMs: fiveMinutes }
  if (kind === "challenge") return { limit: config.challengesPerNetworkPer5Min, periodMs: fiveMinutes }
  return { limit: config.verificationsPerNetworkPer5Min, periodMs: fiveMinutes }
}
