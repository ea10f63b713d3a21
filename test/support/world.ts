import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import type { MailMessage } from "#ports/mail.ts"
import { markdownFrom } from "#server/markup/from-html.ts"
import { foreignPictures, mailHtml, unusableLinks } from "#server/markup/mail-html.ts"
import { pageHtml } from "#server/markup/page-html.ts"
import { createSigner } from "#server/world/signer.ts"
import { type CollectedLog, collectLog } from "./collected-log.ts"
import { createTestDatabase, type TestDatabase } from "./database.ts"
import { scratchFolder } from "./scratch.ts"
import { unusedPorts } from "./unused-ports.ts"

/** A job that was added and has not run yet. */
export interface QueuedJob {
  queue: string
  data: object
  key?: string
  startAfter?: Date
}

export interface TestWorld {
  world: World
  database: TestDatabase
  clock: {
    set(to: Date | string): void
    /** Advances the clock by milliseconds. */
    advance(byMs: number): void
  }
  /** Mails whose transaction committed, in order. */
  mails: MailMessage[]
  /** Jobs whose transaction committed, in order, until they are run. */
  jobs: QueuedJob[]
  /** Runs the due jobs of one queue, including those that they add to it. Returns how many ran. */
  runJobs<Data extends object>(queue: string, handler: (data: Data) => Promise<unknown>): Promise<number>
  log: CollectedLog
  close(): Promise<void>
  /** Closes the world and leaves its database, to be copied: its name. */
  leave(): Promise<string>
}

/** A World on a real, separate database, at the given time; the database is empty or a copy of another world's. */
export async function createTestWorld(
  options: { now?: Date | string; template?: string } = {},
): Promise<TestWorld> {
  const database = await createTestDatabase(options.template ? { template: options.template } : {})
  let now = new Date(options.now ?? "2026-11-20T12:00:00Z")
  const mails: MailMessage[] = []
  const mailKeys = new Set<string>()
  const jobs: QueuedJob[] = []
  const log = collectLog()
  const { db } = database
  const live = createPostgresLive(database.db, log)
  await live.open()

  const filesFolder = join(await scratchFolder(), `b4m-files-${randomUUID()}`)

  const world: World = {
    ...unusedPorts,
    files: createDiskFiles({ root: filesFolder }),
    markup: { pageHtml, markdownFrom, mailHtml, unusableLinks, foreignPictures },
    db,
    live,
    log,
    settings: {
      siteUrl: "http://b4m.test",
      operatorEmails: ["operator@b4m.test"],
      operatorsNeedSecondFactor: false,
      demo: false,
    },
    now: () => new Date(now),
    sign: createSigner("a secret that only tests know"),
    accounts: createAccounts(() => new Date(now)),
    mail: {
      async queue(inside, mail, { key } = {}) {
        inside.afterCommit(() => {
          if (key !== undefined && mailKeys.has(key)) return
          if (key !== undefined) mailKeys.add(key)
          mails.push(mail)
        })
      },
      again: async () => false,
      reported: async () => {},
    },
    jobs: {
      wake(inside, queue) {
        inside.afterCommit(() => {
          if (!jobs.some((job) => job.queue === queue && job.key === "all"))
            jobs.push({ queue, data: {}, key: "all" })
        })
      },
      async add(inside, queue, data, { key, startAfter } = {}) {
        // Serialized to JSON and back, as the real queue does.
        const kept = JSON.parse(JSON.stringify(data)) as object
        inside.afterCommit(() => {
          if (key !== undefined && jobs.some((job) => job.queue === queue && job.key === key)) return
          jobs.push({ queue, data: kept, ...(key ? { key } : {}), ...(startAfter ? { startAfter } : {}) })
        })
      },
    },
  }
  return {
    world,
    database,
    clock: {
      set: (to) => {
        now = new Date(to)
      },
      advance: (byMs) => {
        now = new Date(now.getTime() + byMs)
      },
    },
    mails,
    jobs,
    async runJobs(queue, handler) {
      let ran = 0
      while (true) {
        const next = jobs.findIndex((job) => job.queue === queue && (job.startAfter ?? now) <= now)
        const [job] = next < 0 ? [] : jobs.splice(next, 1)
        if (!job) return ran
        await handler(job.data as Parameters<typeof handler>[0])
        ran++
      }
    },
    log,
    async close() {
      await live.close()
      await database.drop()
      await rm(filesFolder, { recursive: true, force: true })
    },
    async leave() {
      await live.close()
      await rm(filesFolder, { recursive: true, force: true })
      return database.leave()
    },
  }
}

/**
 * Worlds that all begin with what `make` did to the first, with its time, and without its mails and jobs. Only their database
 * is copied, which takes 40 ms, however long `make` took.
 */
export function copiesOf(make: () => Promise<TestWorld>): () => Promise<TestWorld> {
  let made: Promise<{ template: string; now: Date }> | undefined
  const makeOnce = async () => {
    const first = await make()
    const now = first.world.now()
    return { template: await first.leave(), now }
  }
  return async () => {
    made ??= makeOnce()
    return createTestWorld(await made)
  }
}
