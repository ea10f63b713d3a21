/**
 * Posts the weekly board to chats, as a process that a test can kill: node chat-program.ts <JSON of Options>. Waits for a line, then queues
 * the week and posts what is queued, until it is killed.
 */
import { once } from "node:events"
import { createChat } from "#adapters/chat/webhooks.ts"
import { queueWeeks } from "#domain/chat/weeks.ts"
import { createSeal } from "#primitives/secrets.ts"
import { chatWorker } from "#server/jobs/workers/chat.ts"
import { createProgramWorld } from "./program-world.ts"

interface Options {
  databaseUrl: string
  chatOrigin: string
  sealSecret: string
  now: string
}

const options = JSON.parse(process.argv[2] ?? "{}") as Options
const { world, queue } = createProgramWorld(
  { ...options, name: "chats", max: 5 },
  {
    chat: createChat({
      addresses: createSeal(options.sealSecret, "chat addresses"),
      standIn: options.chatOrigin,
    }),
  },
)
await queue.open({ workers: [chatWorker()] })
process.stdout.write(`{"ready":true}\n`)
await once(process.stdin, "data")
process.stdin.pause()
await queueWeeks(world)
await queue.work(world)
