/** `npm run jobs -- ...`: lists waiting and dead jobs, and retries or drops dead ones. */
import { userInfo } from "node:os"
import { join } from "node:path"
import { shellOperator } from "#domain/operator/roles.ts"
import { dropJobs, retryJobs } from "#domain/operator/service.ts"
import type { Db } from "#ports/db.ts"
import { countQueues, type QueueCounts } from "../jobs/counts.ts"
import { type DeadJob, dropDead, listDead, retryDead } from "../jobs/dead.ts"
import { createJobs, type RunningJobs } from "../jobs/jobs.ts"
import type { Env } from "../process/env.ts"
import { createLog } from "../process/log.ts"
import { readProcessEnv } from "../process/process-env.ts"
import { createClosers } from "../world/closers.ts"
import { openDatabase } from "../world/database.ts"

const usage = `Usage: npm run jobs -- <command>

  list             every queue with its waiting, running and dead jobs
  dead             dead jobs, newest first, each with its reason
  retry <id> ...   puts dead jobs back into their queues, with all their attempts
  retry all        all of them
  drop <id> ...    takes dead jobs off the list: what they were for is not done
  drop all         all of them
`

async function run(arguments_: readonly string[]): Promise<number> {
  const [command = "", ...ids] = arguments_
  const changes = command === "retry" || command === "drop"
  if (!(changes ? ids.length > 0 : command === "list" || command === "dead")) {
    process.stderr.write(usage)
    return 2
  }
  return withJobs(readProcessEnv(join(import.meta.dirname, "../..")), async ({ boss }, db) => {
    if (command === "list") return print((await countQueues(db)).map(queueLine), "There are no jobs.")
    if (command === "dead") return print((await listDead(boss)).map(deadLine), "There are no dead jobs.")
    const dead = (await listDead(boss)).map(({ id }) => id)
    const wanted = ids[0] === "all" ? dead : ids
    const now = new Date()
    const operator = shellOperator(userInfo().username, now)
    const machine = {
      retryJobs: (found: readonly string[]) => retryDead(boss, found),
      dropJobs: (found: readonly string[]) => dropDead(boss, found),
    }
    const known = wanted.filter((id) => dead.includes(id))
    const change = command === "retry" ? retryJobs : dropJobs
    const done = await change({ db, now: () => now, machine }, operator, known)
    const moved = done.ok ? done.moved : 0
    const what = command === "retry" ? "put back" : "dropped"
    print([`${moved} of ${wanted.length} dead jobs were ${what}.`])
    return moved === wanted.length ? 0 : 1
  })
}

/** Joins the running server's database, or starts the embedded one for the duration of the command. */
async function withJobs(env: Env, work: (jobs: RunningJobs, db: Db) => Promise<number>): Promise<number> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const { db } = await openDatabase(env, log, closers, "jobs")
    const jobs = createJobs({ db, log })
    await jobs.open({ workers: [] })
    closers.add("jobs", () => jobs.stop(1))
    return await work(jobs, db)
  } finally {
    await closers.close()
  }
}

function queueLine({ queue, waiting, atWork, dead }: QueueCounts): string {
  return `${queue.padEnd(28)} ${waiting} waiting, ${atWork} running, ${dead} dead`
}

function deadLine(job: DeadJob): string {
  const when = job.diedAt.toISOString()
  return `${job.id}  ${when}  ${job.queue}, ${job.attempts} tries: ${job.reason}\n  ${JSON.stringify(job.data)}`
}

function print(lines: readonly string[], whenEmpty = ""): number {
  process.stdout.write(`${lines.join("\n") || whenEmpty}\n`)
  return 0
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
