/** Everything that runs outside requests. Add a worker or a deadline of yours to its list. */
import { competition } from "#content/competitions.ts"
import { closeDue, nextClosing } from "#domain/competition/close.ts"
import { type Demo, trainDemo } from "#domain/competition/demo.ts"
import { nextMidnight } from "#domain/competition/period.ts"
import { keepBoards } from "#domain/competition/slide.ts"
import { removeExpiredCounts } from "./guard/rate-limits.ts"
import { type Deadline, everyMinutes } from "./jobs/deadline.ts"
import type { Worker } from "./jobs/worker.ts"
import { forgetOldMails, type MailEngine, mailWorker } from "./mail.ts"

/** Work that somebody queues. */
export function workers(mailEngine: MailEngine): readonly Worker[] {
  return [mailWorker(mailEngine)]
}

/**
 * Work whose time comes by itself.
 * @param tidyAuth removes expired codes, sessions and attempts of the auth service
 * @param demo the sample athletes, who train on while nobody else does
 */
export function deadlines(tidyAuth: () => Promise<void>, demo: Demo): readonly Deadline[] {
  return [
    {
      name: "boards-midnight",
      next: async (_world, after) => nextMidnight(after, competition.timeZone),
      run: async (world) => {
        await keepBoards(world)
      },
    },
    {
      name: "season-closing",
      next: async ({ db }, after) => {
        const at = await nextClosing(db)
        // Overdue after a stop: soon.
        return at && at <= after ? new Date(after.getTime() + 20_000) : at
      },
      run: async (world) => {
        await closeDue(world)
      },
    },
    {
      name: "demo-training",
      next: everyMinutes(5),
      run: (world) => trainDemo(world, demo),
    },
    {
      name: "hourly-cleaning",
      next: everyMinutes(60),
      run: async ({ db }, at) => {
        await removeExpiredCounts(db, at)
        await forgetOldMails(db, at)
        await tidyAuth()
      },
    },
  ]
}
