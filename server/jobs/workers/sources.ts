import { z } from "zod"
import { serviceNames } from "#content/services.ts"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { revoke } from "#domain/competition/intake/connections/disconnect.ts"
import { handleEvent } from "#domain/competition/intake/connections/events.ts"
import { endGraces } from "#domain/competition/intake/connections/grace.ts"
import { removeLeftBehind } from "#domain/competition/intake/connections/left-behind.ts"
import { purgeRaw } from "#domain/competition/intake/connections/purge.ts"
import {
  fetchQueue,
  leftBehindQueue,
  revokeQueue,
  sweepQueue,
} from "#domain/competition/intake/connections/queues.ts"
import { refreshRestricted } from "#domain/competition/intake/connections/restricted.ts"
import { keepSubscribed } from "#domain/competition/intake/connections/subscribe.ts"
import { queueSweeps, sweep } from "#domain/competition/intake/connections/sweep.ts"
import type { World } from "#domain/world.ts"
import { type Deadline, everyMinutes } from "../deadline.ts"
import { defineWorker, type Worker } from "../worker.ts"

const source = z.enum(serviceNames)
const sealed = z.string().max(4000)

/**
 * Jobs that call services, and one that cleans up after them. A job that exceeds the rate limit is queued again for the
 * time at which it resets.
 */
export function sourceWorkers(): readonly Worker[] {
  return [
    defineWorker({
      queue: fetchQueue,
      shape: z.object({ source, eventId: z.string().max(200) }),
      concurrency: 2,
      timeoutSeconds: 60,
      async handle(world, data) {
        const service = world.sources.services.get(data.source)
        // While the service is disabled, the event stays recorded; it is queued again when the service is enabled.
        if (!service) return undefined
        const until = await handleEvent(world, service, data.eventId)
        if (until) await again(world, fetchQueue, data, `${data.source} ${data.eventId}`, until)
        return undefined
      },
    }),
    defineWorker({
      queue: sweepQueue,
      shape: z.object({ source, athleteId: z.number().int() }),
      timeoutSeconds: 300,
      async handle(world, data) {
        const service = world.sources.services.get(data.source)
        if (!service) return undefined
        const until = await sweep(world, service, data.athleteId)
        if (until) await again(world, sweepQueue, data, `${data.source} ${data.athleteId}`, until)
        return undefined
      },
    }),
    defineWorker({
      queue: leftBehindQueue,
      shape: z.object({ source, athleteId: z.number().int() }),
      timeoutSeconds: 300,
      async handle(world, data) {
        await removeLeftBehind(world, data)
        return undefined
      },
    }),
    defineWorker({
      queue: revokeQueue,
      shape: z.object({
        source,
        accountId: z.string().max(200),
        accessToken: sealed,
        refreshToken: sealed.nullable(),
      }),
      timeoutSeconds: 60,
      async handle(world, data) {
        const service = world.sources.services.get(data.source)
        const tomorrow = new Date(world.now().getTime() + 86_400_000)
        if (service) await revoke(world, service, data)
        // Kept until the service is enabled again, because only then can it be notified.
        else await again(world, revokeQueue, data, data.accessToken.slice(-80), tomorrow)
        return undefined
      },
    }),
  ]
}

/** The running job holds its own key. */
function again(world: World, queue: string, data: object, key: string, until: Date): Promise<void> {
  return world.jobs.add(world.db, queue, data, { key: `${key} ${until.getTime()}`, startAfter: until })
}

/**
 * Services stop sending events to a URL that failed for long, so the webhook is checked every hour and when a process
 * starts.
 */
export async function keepSubscriptions(world: World): Promise<void> {
  for (const service of world.sources.services.values())
    await keepSubscribed(world, service, world.settings.siteUrl + webhookPath(world, service.name))
}

/**
 * Finds missed activities, hides those that were not confirmed for too long, and removes expired data. The last two
 * also run while a service is disabled.
 */
export const sourceDeadlines: readonly Deadline[] = [
  {
    name: "source-purge",
    next: everyMinutes(12 * 60),
    run: async (world) => {
      await purgeRaw(world)
      await endGraces(world)
    },
  },
  {
    name: "source-subscriptions",
    next: everyMinutes(60),
    run: keepSubscriptions,
  },
  {
    name: "source-sweeping",
    next: everyMinutes(30),
    run: async (world) => {
      for (const name of world.sources.services.keys()) await queueSweeps(world, name)
      await refreshRestricted(world)
    },
  },
]
