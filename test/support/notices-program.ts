/**
 * Decides and sends the evening's notices, as a process that a test can kill: node notices-program.ts <JSON of Options>. Waits for a line,
 * then claims (printing "claimed" and the number), sends what is queued, and prints "finished" when nothing is left.
 */
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { createSmtp } from "#adapters/mail/smtp.ts"
import { createWebPush, type PushKeys } from "#adapters/push/web-push.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { createSeal } from "#primitives/secrets.ts"
import { pushWorker } from "#server/jobs/workers/push.ts"
import { mailWorker } from "#server/world/mail.ts"
import { createProgramWorld } from "./program-world.ts"
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
const mail = createSmtp({ url: options.smtpUrl, from: "B4M <hello@b4m.example>" })
const { world, db, queue } = createProgramWorld(
  { ...options, name: "notices", max: 10 },
  {
    transports: { ...unusedPorts.transports, mail },
    push: createWebPush({
      keys: async () => options.pushKeys,
      targets: createSeal(options.sealSecret, "push targets"),
      subject: "https://b4m.example",
      standIn: options.pushOrigin,
    }),
  },
)
await queue.open({ workers: [mailWorker(), pushWorker()] })
process.stdout.write(`{"ready":true}\n`)
await once(process.stdin, "data")
process.stdin.pause()
process.stdout.write(`claimed ${await sendNotices(world)}\n`)
await queue.work(world)
for (;;) {
  const [left] = await world.db.sql<{ count: number }>`
    select (select count(*) from private.mails where state = 'queued')::integer
      + (select count(*) from private.pushes)::integer as count`
  if (left?.count === 0) break
  await sleep(100)
}
process.stdout.write("finished\n")
await queue.stop(5)
await mail.close()
await db.end()
