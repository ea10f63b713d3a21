import { execFile } from "node:child_process"
import { promisify } from "node:util"

export interface Load {
  seconds: number
  connections: number
  path: string
  headers: Record<string, string>
}

export interface Round {
  requests: number
  perSecond: number
  p99Ms: number
  failed: number
}

interface LoadTool {
  name: string
  run(url: string, load: Load): Promise<Round>
}

const run = promisify(execFile)

/** wrk or ApacheBench if they are installed, because they use the least processor time; otherwise autocannon. */
export async function loadTool(): Promise<LoadTool> {
  // Both exit with an error when asked for their version, so only a missing program fails to start.
  const has = (command: string) =>
    run(command, ["-v"]).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
    )
  if (await has("wrk")) return wrk
  return (await has("ab")) ? apacheBench : autocannon
}

const wrk: LoadTool = {
  name: "wrk",
  async run(url, { seconds, connections, path, headers }) {
    const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    const limits = [
      "-t",
      "1",
      "-c",
      String(connections),
      "-d",
      `${Math.max(1, Math.round(seconds))}s`,
      "--latency",
    ]
    const { stdout } = await run("wrk", [...limits, ...lines, url + path])
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
    const lost =
      /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? []
    return {
      requests: number(/(\d+) requests in/),
      perSecond: number(/Requests\/sec:\s+([\d.]+)/),
      p99Ms: Number(p99) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1),
      failed: lost.reduce((sum, one) => sum + Number(one), number(/Non-2xx or 3xx responses: (\d+)/) || 0),
    }
  },
}

const apacheBench: LoadTool = {
  name: "ab",
  async run(url, { seconds, connections, path, headers }) {
    const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    // -n after -t: as many requests as time allows.
    const limits = ["-k", "-q", "-c", String(connections), "-t", String(seconds), "-n", "5000000"]
    const { stdout } = await run("ab", [...limits, ...lines, url + path], { maxBuffer: 1 << 24 })
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    const failed = number(/Failed requests:\s+(\d+)/) + (number(/Non-2xx responses:\s+(\d+)/) || 0)
    return {
      requests: number(/Complete requests:\s+(\d+)/),
      perSecond: number(/Requests per second:\s+([\d.]+)/),
      p99Ms: number(/\s99%\s+(\d+)/),
      failed,
    }
  },
}

type Fire = (options: {
  url: string
  duration: number
  connections: number
  headers: Record<string, string>
}) => Promise<{
  requests: { average: number; total: number }
  latency: { p99: number }
  errors: number
  non2xx: number
}>

const autocannon: LoadTool = {
  name: "autocannon",
  async run(url, { seconds, connections, path, headers }) {
    // The package has no types; only the four figures below are read.
    const { default: fire } = (await import("autocannon" as string)) as { default: Fire }
    const result = await fire({ url: url + path, duration: seconds, connections, headers })
    return {
      requests: result.requests.total,
      perSecond: result.requests.average,
      p99Ms: result.latency.p99,
      failed: result.errors + result.non2xx,
    }
  },
}
