import type { Log } from "#ports/log.ts"
import { failingChecks, type ReadyCheck } from "../endpoints/health.ts"
import type { Env } from "../env.ts"
import { type Deadline, everyMinutes } from "../jobs/deadline.ts"

const answersWithinMs = 5_000

/**
 * Calls HEARTBEAT_URL every five minutes while the site is ready, so that a monitoring service elsewhere notices when
 * the machine, the database or the job queue is gone. Empty without the setting.
 */
export function heartbeatDeadlines(
  { HEARTBEAT_URL: url }: Pick<Env, "HEARTBEAT_URL">,
  checks: readonly ReadyCheck[],
): Deadline[] {
  if (url === undefined) return []
  return [
    {
      name: "heartbeat",
      next: everyMinutes(5),
      async run({ log }) {
        const reasons = await failingChecks(checks)
        if (Object.keys(reasons).length === 0) await call(url, log)
        else log.warn({ reasons }, "No heartbeat was sent, because the site is not ready")
      },
    },
  ]
}

/** A failure is only logged: the next call is due soon, and the monitoring service alerts when none arrives. */
async function call(url: string, log: Log): Promise<void> {
  // Whoever knows the path could keep the monitoring service calm, so the log contains only the host.
  const { host } = new URL(url)
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answersWithinMs) })
    await answer.body?.cancel()
    if (!answer.ok) log.warn({ host, status: answer.status }, "The heartbeat was refused")
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } }
    log.warn({ host, reason: cause?.code ?? name }, "The heartbeat could not be sent")
  }
}
