/**
 * Decides and sends the evening's notices, as a process that a test can kill: node notices-program.ts <JSON of Options>. Waits for a line,
 * then claims (printing "claimed" and the number), sends what is queued, and prints "finished" when nothing is left.
 */
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createSmtp } from "#adapters/mail/smtp.ts"
import { createWebPush, type PushKeys } from "#adapters/push/web-push.ts"
import { sendNotices } from "#domain/notices/send.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createSeal } from "#primitives/secrets.ts"
import { createJobs } from "#server/jobs/jobs.ts"
import { pushWorker } from "#server/jobs/workers/push.ts"
import { createMail, mailWorker } from "#server/world/mail.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "./unused-ports.ts"

interface Options {
  databaseUrl: string
  smtpUrl: string
  pushOrigin: string
  pushKeys: PushKeys
  sealSecret: string
  now: string
}

const options = JSON.parse(process.argv[2] ?? "{}") as Options
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => console.error(fields) }
const db = connectPostgres({ url: options.databaseUrl, max: 10, applicationName: "notices" })
const queue = createJobs({ db, log, pollSeconds: 0.5 })
const mail = createSmtp({ url: options.smtpUrl, from: "B4M <hello@b4m.example>" })
const world: World = {
  db,
  log,
  live: { publish: async () => {}, subscribe: () => () => {} },
  ...unusedPorts,
  mail: createMail(queue.jobs),
  transports: { ...unusedPorts.transports, mail },
  push: createWebPush({
    keys: async () => options.pushKeys,
    targets: createSeal(options.sealSecret, "push targets"),
    subject: "https://b4m.example",
    standIn: options.pushOrigin,
  }),
  jobs: queue.jobs,
  accounts: createAccounts(() => new Date(options.now)),
  settings: { siteUrl: "http://b4m.test", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
  now: () => new Date(options.now),
  sign: createSigner("a secret that only tests know"),
}
await queue.open({ workers: [mailWorker(), pushWorker()] })
process.stdout.write(`{"ready":true}\n`)
await once(process.stdin, "data")
process.stdin.pause()
process.stdout.write(`claimed ${await sendNotices(world)}\n`)
await queue.work(world)
for (;;) {
  const [left] = await db.sql<{ count: number }>`
    select (select count(*) from private.mails where state = 'queued')::integer
      + (select count(*) from private.pushes)::integer as count`
  if (left?.count === 0) break
  await sleep(100)
}
process.stdout.write("finished\n")
await queue.stop(5)
await mail.close()
await db.end()
