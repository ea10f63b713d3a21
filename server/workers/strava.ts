import { z } from "zod"
import { forgetToken, revokeQueue, sweepQueue } from "#domain/competition/intake/strava/connection.ts"
import { dealWith, fetchQueue } from "#domain/competition/intake/strava/events.ts"
import { purgeRaw } from "#domain/competition/intake/strava/purge.ts"
import { queueSweeps, sweep } from "#domain/competition/intake/strava/sweep.ts"
import type { Strava } from "#domain/strava.ts"
import type { World } from "#domain/world.ts"
import { type Deadline, everyMinutes } from "../jobs/deadline.ts"
import { defineWorker, type Worker } from "../jobs/worker.ts"

/** Jobs that ask Strava; what has to wait for the allowance is queued again for when there is some. */
export function stravaWorkers(strava: Strava): readonly Worker[] {
  const again = (world: World, queue: string, data: object, key: string, until: Date | null) =>
    // The running job holds its own key.
    until && world.jobs.add(world.db, queue, data, { key: `${key} ${until.getTime()}`, startAfter: until })
  return [
    defineWorker({
      queue: fetchQueue,
      shape: z.object({ eventId: z.string().max(200) }),
      concurrency: 2,
      timeoutSeconds: 60,
      async handle(world, { eventId }) {
        await again(world, fetchQueue, { eventId }, eventId, await dealWith(world, strava, eventId))
        return undefined
      },
    }),
    defineWorker({
      queue: sweepQueue,
      shape: z.object({ athleteId: z.number().int() }),
      timeoutSeconds: 300,
      async handle(world, { athleteId }) {
        await again(
          world,
          sweepQueue,
          { athleteId },
          String(athleteId),
          await sweep(world, strava, athleteId),
        )
        return undefined
      },
    }),
    defineWorker({
      queue: revokeQueue,
      shape: z.object({ sealedToken: z.string().max(2000) }),
      timeoutSeconds: 60,
      async handle(world, { sealedToken }) {
        await forgetToken(world, strava, sealedToken)
        return undefined
      },
    }),
  ]
}

/** Looking for what was missed, and removing what may not be kept. The latter also while Strava is switched off. */
export function stravaDeadlines(strava: Strava | undefined): readonly Deadline[] {
  const purge: Deadline = {
    name: "strava-purge",
    next: everyMinutes(12 * 60),
    run: async (world) => {
      await purgeRaw(world)
    },
  }
  if (!strava) return [purge]
  return [
    purge,
    {
      name: "strava-sweeping",
      next: everyMinutes(30),
      run: async (world) => {
        await queueSweeps(world)
      },
    },
  ]
}
