/**
 * Compares broadcasts to 1,000 sockets with the least that could do the same, in the same run: `ws` that passes each message
 * on. Servers are processes of their own; the clients are the same for both.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { WebSocket } from "ws"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import type { Log } from "#domain/world.ts"
import { runProgram } from "#test/support/child-program.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const receivers = 1_000
const messages = 60
const rounds = 5
/** The most that ours may take, in times of the bare one. */
const most = 2
const key = "sb_publishable_program_aaaaaaaa"
const payload = JSON.stringify({ athlete: "An athlete", points: 1234, note: "x".repeat(160) })
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints each round and the median ratio of times. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-realtime-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log, purpose: "bench" })
  await migrate({ url: embedded.url, platform: true, log })
  const limits = { joinsPerSecond: 100_000, messagesPerSecond: 100_000 }
  const ours = runProgram(join(import.meta.dirname, "../test/support/realtime-program.ts"), [embedded.url], {
    env: { REALTIME_LIMITS: JSON.stringify(limits) },
  })
  const bare = runProgram(join(import.meta.dirname, "realtime/bare.ts"), [])
  try {
    const { url } = await ours.ready
    const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
    const crowds = [
      await openCrowd(address, joinFrame, broadcastFrame),
      await openCrowd((await bare.ready).url.replace("http", "ws"), null, broadcastFrame),
    ] as const
    say(
      `${cpus().length} cores, ${receivers} sockets, ${messages} messages of ${payload.length} bytes a round`,
    )
    const ratios: number[] = []
    await crowds[0].round()
    await crowds[1].round()
    for (let round = 1; round <= rounds; round++) {
      // The rounds alternate, so that noise on the machine affects both.
      const [through, straight] = [await crowds[0].round(), await crowds[1].round()]
      ratios.push(through / straight)
      say(`round ${round}: realtime ${through.toFixed(0)} ms, bare ws ${straight.toFixed(0)} ms`)
    }
    for (const crowd of crowds) crowd.close()
    const ratio = median(ratios)
    say(`median ratio of times: ${ratio.toFixed(2)}`)
    return {
      target: `broadcasts to ${receivers} sockets in at most ${most} times the time of bare ws`,
      met: ratio <= most,
    }
  } finally {
    await ours.finish()
    await bare.finish()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

const topic = "realtime:crowd"
const joinFrame = JSON.stringify(["1", "1", topic, "phx_join", { config: {} }])

/** A broadcast as the official client sends it (kind 3, JSON). */
function broadcastFrame(): Buffer {
  const texts = ["1", "2", topic, "moved", ""].map((text) => Buffer.from(text))
  return Buffer.concat([
    Buffer.from([3, ...texts.map(({ length }) => length), 1]),
    ...texts,
    Buffer.from(payload),
  ])
}

/** Sockets that receive, and one that sends. */
async function openCrowd(address: string, join: string | null, frame: () => Buffer) {
  let heard = 0
  let onAll: (() => void) | undefined
  const open = async (onBroadcast: () => void) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
    if (join) {
      const joined = new Promise((resolve) => socket.once("message", resolve))
      socket.send(join)
      await joined
    }
    socket.on("message", (_data, isBinary) => {
      if (isBinary) onBroadcast()
    })
    return socket
  }
  const sockets: WebSocket[] = []
  for (let n = 0; n < receivers; n += 50)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () =>
          open(() => {
            if (++heard === receivers * messages) onAll?.()
          }),
        ),
      )),
    )
  const sender = await open(() => {})
  const sent = frame()
  return {
    /** Milliseconds until every socket has heard every message. */
    async round(): Promise<number> {
      heard = 0
      const all = new Promise<void>((resolve) => {
        onAll = resolve
      })
      const from = performance.now()
      for (let n = 0; n < messages; n++) sender.send(sent)
      await all
      return performance.now() - from
    },
    close() {
      for (const socket of [...sockets, sender]) socket.terminate()
    },
  }
}
