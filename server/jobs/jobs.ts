/**
 * Background jobs: queued in PostgreSQL within the caller's transaction, run once by any process, retried with
 * increasing delays, and moved to the queue "dead" after the last attempt. Only this file and jobs/ use pg-boss.
 */
import { randomUUID } from "node:crypto"
import { type JobWithMetadata, PgBoss } from "pg-boss"
import type { World } from "#domain/world.ts"
import type { Jobs } from "#ports/jobs.ts"
import type { Log } from "#ports/log.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import { bossDatabase, type ListeningDb, listeningBossDatabase } from "./boss-database.ts"
import { type Deadline, deadlineJobId } from "./deadline.ts"
import { deadlineWorker } from "./deadline-worker.ts"
import { giveBack } from "./give-back.ts"
import { deadQueue, ensureQueues } from "./queues.ts"
import { type JobOutcome, runJob } from "./run-job.ts"
import { createWaker } from "./waker.ts"
import type { Worker } from "./worker.ts"

interface JobsOptions {
  db: ListeningDb
  log: Log
  onEnded?: (queue: string, outcome: JobOutcome, seconds: number) => void
  /**
   * Polling interval in seconds for scheduled jobs, at least 0.5; default 5. New jobs need no polling: their
   * transaction wakes a worker.
   */
  pollSeconds?: number
}

/** The jobs that this process runs. */
export interface Work {
  workers: readonly Worker[]
  deadlines?: readonly Deadline[]
}

export interface RunningJobs {
  jobs: Jobs
  /** For inspecting queues and moving dead jobs back. */
  boss: PgBoss
  /**
   * Creates or updates the tables and queues. Jobs can be added afterward. Throws if two workers or deadlines have the
   * same name.
   */
  open(work: Work): Promise<void>
  /** Starts taking jobs and watching the deadlines. */
  work(world: World): Promise<void>
  /**
   * Stops taking jobs, waits up to `seconds` for running ones, then returns unfinished ones to their queues.
   */
  stop(seconds: number): Promise<void>
}

/** Two workers with the same name would take each other's jobs, whose data has a different structure. */
function assertNamesDiffer(workers: readonly Worker[]): void {
  const names = [...workers.map(({ queue }) => queue), deadQueue]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two queues are called "${twice}"`)
}

const wakeWithinMs = 5_000

/** Background jobs on `db`. Does nothing before open(). */
export function createJobs(options: JobsOptions): RunningJobs {
  const { db, log, pollSeconds = 5 } = options
  const boss = new PgBoss({
    db: listeningBossDatabase(db),
    schema: "pgboss",
    schedule: false,
    useListenNotify: true,
    // How soon a killed process is detected.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on("error", (error) => {
    // Every queue polls every few seconds. An unavailable database is logged once (world/database-watch.ts).
    const level = isDatabaseAway(error) ? "debug" : "error"
    log[level]({ error }, "The job queue had an error")
  })
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "The job queue reported a warning"))

  const schedule = async (deadline: Deadline, at: Date) => {
    const instant = at.toISOString()
    const id = deadlineJobId(deadline.name, at)
    await boss.send(deadline.name, { at: instant }, { id, singletonKey: instant, startAfter: at })
  }
  let deadlines: readonly Deadline[] = []
  let workers: readonly Worker[] = []
  const waker = createWaker(
    (queue) =>
      // With its own deadline, because the request that triggers it may be answered before the job is queued.
      withOwnDeadline(wakeWithinMs, async () => {
        // A unique key, because with a shared key the job would be dropped while another one is about to finish.
        await boss.send(queue, {}, { singletonKey: randomUUID() })
      }),
    log,
  )
  const atWork = new Set<string>()
  const stopping = new AbortController()
  let lookingAhead: NodeJS.Timeout | undefined

  const run = async (world: World, worker: Worker, job: JobWithMetadata<object>) => {
    const started = performance.now()
    atWork.add(job.id)
    try {
      const result = await runJob(world, worker, job, AbortSignal.any([job.signal, stopping.signal]))
      const outcome = result.status === "deadletter" ? "dead" : result.status
      options.onEnded?.(worker.queue, outcome, (performance.now() - started) / 1000)
      return result
    } finally {
      atWork.delete(job.id)
    }
  }

  const takeJobs = async (world: World, worker: Worker) => {
    let id = ""
    const settings = {
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    } as const
    id = await boss.work<object, unknown, typeof settings>(worker.queue, settings, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => run(world, worker, job)))
      // There may be more; otherwise they would wait for the next poll.
      boss.notifyWorker(id)
      return results
    })
  }

  const lookAhead = async (world: World) => {
    for (const deadline of deadlines) {
      const at = await deadline.next(world, world.now())
      if (at) await schedule(deadline, at)
    }
  }

  return {
    boss,
    jobs: {
      async add(within, queue, data, { key, startAfter } = {}) {
        // The queues allow one waiting or running job per key, so a job without a key gets a unique one.
        const settings = { db: bossDatabase(within), singletonKey: key ?? randomUUID() }
        await boss.send(queue, data, startAfter ? { ...settings, startAfter } : settings)
      },
      wake: (db, queue) => db.afterCommit(() => waker.wake(queue)),
    },
    async open(work) {
      deadlines = work.deadlines ?? []
      workers = [...work.workers, ...deadlines.map((deadline) => deadlineWorker(deadline, schedule))]
      assertNamesDiffer(workers)
      await boss.start()
      await ensureQueues(boss, workers)
    },
    async work(world) {
      await lookAhead(world)
      for (const worker of workers) {
        for (let slot = 0; slot < worker.concurrency; slot++) await takeJobs(world, worker)
      }
      lookingAhead = setInterval(() => {
        lookAhead(world).catch((error) => log.error({ error }, "The next deadlines could not be queued"))
      }, 60_000)
    },
    async stop(seconds) {
      clearInterval(lookingAhead)
      await waker.close()
      const enough = setTimeout(async () => {
        const held = [...atWork]
        // Before the handlers are notified: their results then concern jobs that this process no longer holds, and have
        // no effect.
        await giveBack(db, held).catch((error) =>
          log.error({ error }, "Jobs could not be returned to their queues"),
        )
        stopping.abort(new Error("The server is stopping"))
        log.info({ jobs: held.length }, "Unfinished jobs were returned to their queues")
      }, seconds * 1000)
      // One second longer, after which any job that is still running counts as failed.
      await boss.stop({ close: false, graceful: true, timeout: (seconds + 1) * 1000 })
      clearTimeout(enough)
    },
  }
}
