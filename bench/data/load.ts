import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

export interface Request {
  method: "GET" | "POST"
  path: string
  headers: Record<string, string>
  body?: string
}

type Fire = (options: {
  url: string
  method: string
  duration: number
  connections: number
  headers: Record<string, string>
  body?: string
}) => Promise<{ requests: { average: number; total: number }; errors: number; non2xx: number }>

/** The result of one round. */
export interface Round {
  requests: number
  perSecond: number
}

const run = promisify(execFile)

/**
 * The number of answered requests of one kind, sent by the given number of clients. Throws when one fails. Uses wrk if
 * it is installed, because it takes little of the processor time that the servers need; otherwise autocannon.
 */
export async function send(
  url: string,
  { path, ...request }: Request,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Round> {
  const sent = (await byWrk(url + path, request, { clients, seconds })) ?? null
  if (sent) return sent
  // The package has no types; only the figures are read.
  const { default: fire } = (await import("autocannon" as string)) as { default: Fire }
  const result = await fire({ url: url + path, duration: seconds, connections: clients, ...request })
  const failed = result.errors + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests to ${path} failed`)
  return { requests: result.requests.total, perSecond: result.requests.average }
}

/** Null if wrk is not installed. */
async function byWrk(
  url: string,
  { method, headers, body }: Omit<Request, "path">,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Round | null> {
  const folder = await mkdtemp(join(tmpdir(), "bench-wrk-"))
  try {
    const script = join(folder, "request.lua")
    await writeFile(script, `wrk.method = "${method}"\n${body ? `wrk.body = [==[${body}]==]\n` : ""}`)
    const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    const limits = ["-t", "1", "-c", String(clients), "-d", `${seconds}s`, "-s", script]
    const { stdout } = await run("wrk", [...limits, ...lines, url])
    const failed = /Non-2xx.*|Socket errors.*/.exec(stdout)?.[0]
    if (failed) throw new Error(`${url}: ${failed}`)
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    return { requests: number(/(\d+) requests in/), perSecond: number(/Requests\/sec:\s+([\d.]+)/) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
