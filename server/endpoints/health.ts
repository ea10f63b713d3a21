import { Hono } from "hono"
import { deadlineExceeded, withDeadline } from "#primitives/deadline.ts"
import type { AppEnv } from "../context.ts"
import type { DatabaseWatch } from "../world/database-watch.ts"

/** One condition for receiving traffic. Returns null if it is met, otherwise the reason. */
export interface ReadyCheck {
  name: string
  reason(): Promise<string | null>
}

const checkTimeout = 3_000

/**
 * GET /health: whether the process can work (200 even without a database, so that no supervisor restarts it for that;
 * 503 if a restart would help). GET /ready: 200 if every check passes, otherwise 503 with the reasons.
 */
export function healthEndpoint(
  checks: readonly ReadyCheck[],
  database: Pick<DatabaseWatch, "isStuck">,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/health", (c) => {
    const isStuck = database.isStuck()
    return c.json({ status: isStuck ? "stuck" : "ok" }, isStuck ? 503 : 200, { "cache-control": "no-store" })
  })
  app.get("/ready", async (c) => {
    const failing = await failingChecks(checks)
    const ready = Object.keys(failing).length === 0
    return c.json(
      ready ? { status: "ready" } : { status: "not ready", reasons: failing },
      ready ? 200 : 503,
      {
        "cache-control": "no-store",
      },
    )
  })
  return app
}

/** The reasons why the site is not ready, by the name of the check; empty if it is ready. */
export async function failingChecks(checks: readonly ReadyCheck[]): Promise<Record<string, string>> {
  const outcomes = await Promise.all(checks.map(async (check) => [check.name, await outcome(check)] as const))
  return Object.fromEntries(outcomes.filter((one): one is [string, string] => one[1] !== null))
}

async function outcome(check: ReadyCheck): Promise<string | null> {
  try {
    return await withDeadline(checkTimeout, () => check.reason())
  } catch (error) {
    // The error itself may contain addresses; it is logged where it occurred.
    const isLate = (error as { code?: unknown }).code === deadlineExceeded
    return isLate ? `no answer within ${checkTimeout / 1000} s` : "the check failed"
  }
}
