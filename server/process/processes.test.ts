/** Several processes on one port, as real processes with a database: load, a replacement of each, a kill, and the end. */
import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { Agent, get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
const running: ServerProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-processes-"))
})
afterEach(() => killAll(running))
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * For what needs a process to start, of which one replacement of all takes two in a row: on a busy machine each takes
 * twenty times as long as on a quiet one.
 */
const patient = { timeout: 240_000 }

const token = "a-token-for-metrics-of-32-characters"

function start(env: Record<string, string>): ServerProcess {
  const given = {
    DATABASE_URL: database.url,
    DATABASE_POOL: "6",
    DATA_DIR: folder,
    PORT: "0",
    METRICS_TOKEN: token,
  }
  const started = startProcess("server/main.ts", { ...given, ...env })
  running.push(started)
  return started
}

/** The processes that a process has started, from Linux's own record. */
function childrenOf({ child }: ServerProcess): number[] {
  const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
  return text.trim().split(" ").filter(Boolean).map(Number)
}

/**
 * Asks again and again on six connections that are kept, with pauses that leave processor time to the processes that
 * start meanwhile. Returns how many answers came, and what failed.
 */
function load(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const failures: string[] = []
  let [answered, ended] = [0, false]
  const ask = () =>
    new Promise<void>((resolve) => {
      const request = get(`${url}/health`, { agent }, (response) => {
        response.resume()
        response.on("end", () => {
          if (response.statusCode === 200) answered++
          else failures.push(String(response.statusCode))
          resolve()
        })
      })
      request.on("error", (error) => {
        failures.push(error.message)
        resolve()
      })
    })
  const askers = Array.from({ length: 6 }, async () => {
    while (!ended) {
      await ask()
      await pause(10)
    }
  })
  return {
    answered: () => answered,
    end: async () => {
      ended = true
      await Promise.all(askers)
      agent.destroy()
      return failures
    },
  }
}

test("two processes share a port: a replacement loses no request, metrics add up, and a kill during a replacement stops nothing", async () => {
  const site = start({ PROCESSES: "2" })
  const url = await site.url
  const first = childrenOf(site)
  expect(first).toHaveLength(2)
  await expect.poll(site.output, patient).toContain("2 processes share the port")
  const replacements = () => site.output().match(/processes were replaced/g)?.length

  const requests = load(url)
  await expect.poll(requests.answered).toBeGreaterThan(50)
  site.kill("SIGHUP")
  await expect.poll(replacements, patient).toBe(1)
  const second = childrenOf(site)
  expect(second).toHaveLength(2)
  expect(second.filter((pid) => first.includes(pid))).toEqual([])
  const before = requests.answered()
  await expect.poll(requests.answered).toBeGreaterThan(before + 50)
  expect(await requests.end()).toEqual([])

  // Connections go to the processes in turn, so that each has answered some of these.
  const seen = async () => {
    const answer = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${token}`, connection: "close" },
    })
    const counts = (await answer.text()).matchAll(
      /^http_request_duration_seconds_count\{[^}]*"\/health"[^}]*\} (\d+)$/gm,
    )
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const counted = await seen()
  for (let n = 0; n < 20; n++) await fetch(`${url}/health`, { headers: { connection: "close" } })
  expect((await seen()) - counted).toBe(20)

  site.kill("SIGHUP")
  process.kill(second[1] ?? 0, "SIGKILL")
  await expect.poll(replacements, patient).toBe(2)
  await expect.poll(() => childrenOf(site).filter((pid) => second.includes(pid)), patient).toEqual([])
  expect((await fetch(`${url}/health`)).status).toBe(200)
  site.kill("SIGTERM")
  expect(await site.ended).toBe(0)
})

test("processes whose parent was killed end by themselves, and one that cannot start ends the site", async () => {
  const site = start({ PROCESSES: "2" })
  await site.url
  const children = childrenOf(site)
  site.kill("SIGKILL")
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => children.filter(alive), patient).toEqual([])
  const refused = start({ PROCESSES: "2", DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none" })
  expect(await refused.ended).toBe(1)
})
