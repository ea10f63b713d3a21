/**
 * Posts the weekly board to chats, as a process that a test can kill: node chat-program.ts <JSON of Options>. Waits for a line, then queues
 * the week and posts what is queued, until it is killed.
 */
import { once } from "node:events"
import { createChat } from "#adapters/chat/webhooks.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { queueWeeks } from "#domain/chat/weeks.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createSeal } from "#primitives/secrets.ts"
import { createJobs } from "#server/jobs/jobs.ts"
import { chatWorker } from "#server/jobs/workers/chat.ts"
import { createMail } from "#server/world/mail.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "./unused-ports.ts"

interface Options {
  databaseUrl: string
  chatOrigin: string
  sealSecret: string
  now: string
}

const options = JSON.parse(process.argv[2] ?? "{}") as Options
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => console.error(fields) }
const db = connectPostgres({ url: options.databaseUrl, max: 5, applicationName: "chats" })
const queue = createJobs({ db, log, pollSeconds: 0.5 })
const world: World = {
  db,
  log,
  live: { publish: async () => {}, subscribe: () => () => {} },
  ...unusedPorts,
  mail: createMail(queue.jobs),
  chat: createChat({
    addresses: createSeal(options.sealSecret, "chat addresses"),
    standIn: options.chatOrigin,
  }),
  jobs: queue.jobs,
  accounts: createAccounts(() => new Date(options.now)),
  settings: { siteUrl: "http://b4m.test", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
  now: () => new Date(options.now),
  sign: createSigner("a secret that only tests know"),
}
await queue.open({ workers: [chatWorker()] })
process.stdout.write(`{"ready":true}\n`)
await once(process.stdin, "data")
process.stdin.pause()
await queueWeeks(world)
await queue.work(world)
