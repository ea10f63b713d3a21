import { WebSocket } from "ws"
import type { Callers } from "./malformed.ts"
import type { Random } from "./random.ts"
import type { FuzzAnswer } from "./send.ts"
import { anyText, anyValue, exchanged } from "./values.ts"

/** A socket that does not answer a heartbeat within this time is lost, in milliseconds. */
const patienceMs = 30_000

const topic = "realtime:fuzz"
const change = { event: "*", schema: "public", table: "orders", filter: "id=eq.1", select: "id" }
/** Payloads that a channel accepts, by event. */
const payloads: readonly [event: string, payload: object][] = [
  ["phx_join", { config: { broadcast: { ack: true, self: true }, presence: { key: "a", enabled: true } } }],
  ["phx_join", { config: { private: true, broadcast: { replay: { since: 1, limit: 5 } } } }],
  [
    "phx_join",
    { config: { postgres_changes: [change], postgres_changes_options: { wait: true, timeout: 100 } } },
  ],
  ["broadcast", { type: "broadcast", event: "a", payload: { a: 1 } }],
  ["presence", { type: "presence", event: "track", payload: { name: "Ana" } }],
  ["presence", { type: "presence", event: "untrack" }],
  ["access_token", { access_token: "a.b.c" }],
  ["phx_leave", {}],
]

/**
 * Joins a channel, sends frames that no client sends, and sends a heartbeat. Returns 101 if the server replied, and the
 * failure otherwise; a reply in which the server reports an internal error is a failure, too.
 */
export function sendFrames(
  random: Random,
  origin: string,
  { callers, headers }: { callers: Callers; headers: Record<string, string> },
): Promise<{ sent: string[]; answer: FuzzAnswer }> {
  const version = random.pick(["1.0.0", "2.0.0", "2.0.0"])
  const encode = (event: unknown, payload: unknown, ref: unknown, at: unknown = topic) =>
    JSON.stringify(
      version === "1.0.0"
        ? { topic: at, event, payload, ref, join_ref: "1" }
        : ["1", ref, at, event, payload],
    )
  const frames = Array.from({ length: 1 + random.below(5) }, () => frame(random, encode, callers))
  const alive = encode("heartbeat", {}, "alive", "phoenix")
  const address = `${origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${callers.publishable}&vsn=${version}`
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { headers })
    const end = (answer: FuzzAnswer) => {
      clearTimeout(timer)
      socket.terminate()
      resolve({ sent: frames.map((one) => one.toString("latin1").slice(0, 200)), answer })
    }
    const timer = setTimeout(() => end({ failure: `no heartbeat within ${patienceMs} ms` }), patienceMs)
    socket.on("open", () => {
      if (random.chance(0.8)) socket.send(encode("phx_join", payloads[0]?.[1], "1"))
      for (const one of frames) socket.send(one, { binary: one[0] === 3 || random.chance(0.1) })
      socket.send(alive)
      // Frames are handled one after the other, so the last one is answered last.
      socket.send(encode("phx_leave", {}, "last", "realtime:nothing"))
    })
    const seen = new Set<string>()
    socket.on("message", (data) => {
      const text = data.toString()
      if (/could not be handled|DatabaseUnavailable/.test(text)) return end({ failure: text.slice(0, 300) })
      for (const ref of ["alive", "last"]) if (text.includes(`"${ref}"`)) seen.add(ref)
      if (seen.size === 2) end({ status: 101, text: "" })
    })
    socket.on("error", (error) => end({ failure: error.message }))
    socket.on("close", (code) => end({ failure: `closed with ${code}` }))
  })
}

type Encode = (event: unknown, payload: unknown, ref: unknown, at?: unknown) => string

function frame(random: Random, encode: Encode, callers: Callers): Buffer {
  if (random.chance(0.2)) return binary(random)
  if (random.chance(0.15)) return Buffer.from(anyText(random))
  const [event, payload] = random.pick(payloads)
  const given = event === "access_token" && random.chance(0.5) ? { access_token: callers.member() } : payload
  return Buffer.from(
    encode(
      random.chance(0.9) ? event : anyValue(random),
      exchanged(random, given),
      random.chance(0.8) ? "2" : anyValue(random),
      random.chance(0.8) ? topic : random.chance(0.5) ? `realtime:${anyText(random)}` : anyValue(random),
    ),
  )
}

/** A broadcast as bytes, with lengths that may be wrong. */
function binary(random: Random): Buffer {
  const texts = ["1", "2", topic, "a", random.pick(["", '{"persist":true}', "{", "\0"])]
  const lengths = texts.map((text) => (random.chance(0.8) ? Buffer.byteLength(text) : random.below(256)))
  const encoding = random.pick([0, 1, 1, 2])
  return Buffer.concat([
    Buffer.from([3, ...lengths, encoding]),
    Buffer.from(texts.join("")),
    Buffer.from(random.pick(['{"a":1}', "{", "", anyText(random), "\0"])),
  ])
}
