import { sendFrames } from "./frames.ts"
import type { FuzzRequest } from "./malformed.ts"
import { malformedRequest } from "./malformed.ts"
import { createRandom } from "./random.ts"
import { createSender, type FuzzAnswer } from "./send.ts"
import type { FuzzedSite } from "./site.ts"
import type { Target } from "./target.ts"

export interface FuzzOptions {
  requests: number
  /** The same seed sends the same requests. */
  seed: number
}

/** A request that the site did not answer correctly. */
export interface Failure {
  number: number
  target: Target
  request: FuzzRequest
  /** The status or the error, and the beginning of the response. */
  outcome: string
  logged: readonly string[]
}

export interface FuzzReport {
  sent: number
  seconds: number
  targets: number
  /** Responses by status. */
  statuses: Record<string, number>
  failures: readonly Failure[]
}

/** Concurrent requests. */
const atOnce = 8

/** Accounts are restored this often, because some requests delete one or end its session. */
const requestsPerRound = 500

/** Features that the site does not offer, for which it responds with 501; docs/operations.md names each. */
const absent = /^\/rest\/v1\/*$/

/** Responds with 503 and what the server is waiting for, also if a busy machine takes longer than its check allows. */
const readiness = /^\/ready\/*$/

/** The maximum share of 429 responses: a rate-limited request tests nothing else. */
export const mostRefused = 0.01

/**
 * Sends malformed requests to every target in turn, and returns the failures: 5xx, no response, a broken connection.
 */
export async function fuzz(site: FuzzedSite, { requests, seed }: FuzzOptions): Promise<FuzzReport> {
  const random = createRandom(seed)
  const sender = createSender(site.url, atOnce)
  const started = performance.now()
  const statuses: Record<string, number> = {}
  const failures: Failure[] = []
  const sendOne = async (number: number) => {
    const target = site.targets[number % site.targets.length] as Target
    if (target.kind === "frames") return sendSome(number, target)
    const request = malformedRequest(random, target, site.callers)
    const requestId = `fuzz-${seed}-${number}`
    Object.assign(request.headers, { "x-request-id": requestId, "x-forwarded-for": network(number) })
    const answer = await persistently(() => sender.send(request))
    const status = "status" in answer ? String(answer.status) : "none"
    statuses[status] = (statuses[status] ?? 0) + 1
    if ("status" in answer && isSound(answer.status, request.path)) return
    const outcome =
      "status" in answer ? `${answer.status} ${answer.text.slice(0, 300)}` : `no answer: ${answer.failure}`
    failures.push({ number, target, request, outcome, logged: site.logged(requestId) })
  }
  const sendSome = async (number: number, target: Target) => {
    const headers = { "x-forwarded-for": network(number) }
    const { sent, answer } = await sendFrames(random, site.url, { callers: site.callers, headers })
    const status = "status" in answer ? String(answer.status) : "none"
    statuses[status] = (statuses[status] ?? 0) + 1
    if ("status" in answer) return
    const request = { method: "GET", path: target.path, headers, body: Buffer.from(sent.join("\n")) }
    failures.push({ number, target, request, outcome: answer.failure, logged: [] })
  }
  try {
    for (let from = 0; from < requests; from += requestsPerRound) {
      const end = Math.min(requests, from + requestsPerRound)
      let next = from
      const line = async () => {
        while (next < end) await sendOne(next++)
      }
      await Promise.all(Array.from({ length: atOnce }, line))
      await site.renew()
    }
  } finally {
    sender.close()
  }
  const seconds = (performance.now() - started) / 1000
  return { sent: requests, seconds, targets: site.targets.length, statuses, failures }
}

/** How often a request is sent again after a 503, a second later each time. */
const mostRepeats = 3

/** A request that met a busy server is answered on a later attempt; one that always exceeds its deadline is not. */
async function persistently(send: () => Promise<FuzzAnswer>): Promise<FuzzAnswer> {
  for (let repeat = 0; ; repeat++) {
    const answer = await send()
    if (!("status" in answer) || answer.status !== 503 || repeat === mostRepeats) return answer
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

function isSound(status: number, path: string): boolean {
  // As one text: "//?a" alone would name another host.
  const { pathname } = new URL(`http://site${path}`)
  const decoded = pathname.replace(/%2f/gi, "/")
  return (
    status < 500 || (status === 501 && absent.test(decoded)) || (status === 503 && readiness.test(decoded))
  )
}

/** An address whose /24 network no other request of the run has. */
function network(number: number): string {
  return `${1 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${number & 255}.7`
}

/** A failure, with everything needed to repeat the request. */
export function failureInWords({ number, request, outcome, logged }: Failure): string {
  const { method, path, headers, body } = request
  return [
    `#${number} ${method} ${path.slice(0, 500)}`,
    `  headers ${JSON.stringify(headers).slice(0, 600)}`,
    ...(body ? [`  body ${JSON.stringify(body.toString("latin1").slice(0, 500))}`] : []),
    `  -> ${outcome}`,
    ...logged.map((line) => `  log ${line.slice(0, 1_500).trimEnd()}`),
  ].join("\n")
}
