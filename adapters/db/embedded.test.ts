import { execFile } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { makeSmallCheckout } from "#test/support/small-checkout.ts"
import { clusterOf, findPostmaster } from "./embedded/postmaster.ts"
import { identifyProcess } from "./embedded/process-identity.ts"
import { type Embedded, embeddedUsers, startEmbedded, stopAbandoned } from "./embedded.ts"

// Starting servers waits for the disk, which a busy machine has little of.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const PROGRAM = join(import.meta.dirname, "../../test/support/embedded-program.ts")
const asRoot = process.getuid?.() === 0

const run = promisify(execFile)

let folder: string
let base: string
const running: Embedded[] = []

beforeAll(async () => {
  const above = await mkdtemp(join(tmpdir(), "b4m-embedded-base-"))
  await chmod(above, 0o755)
  base = join(above, "data")
  await (await startEmbedded({ dataDir: base, log: collectLog() })).stop()
})

afterAll(() => rm(join(base, ".."), { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-embedded-"))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  for (const name of await readdir(folder)) await stopAbandoned(join(folder, name)).catch(() => false)
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string, log = collectLog()): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log, purpose: "test" })
  running.push(embedded)
  return embedded
}

/** A folder with a cluster that was stopped in order: copied, because making one takes most of a second. */
async function existing(dataDir: string): Promise<string> {
  await run("cp", ["-a", base, dataDir])
  return dataDir
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end()
  }
}

async function postmasterOf(embedded: { dataDir: string }): Promise<number> {
  return (await findPostmaster(clusterOf({ root: embedded.dataDir })))?.pid ?? 0
}

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}

describe("a first start", () => {
  test("in a path with a space and quotes: flushes, speaks UTF-8, keeps its secret to itself", async () => {
    const first = await start(join(folder, `it's "my" data`))
    const names = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "data_checksums",
      "server_encoding",
      "TimeZone",
    ]
    const shown = await ask<{ name: string; setting: string }>(
      first.url,
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`)})`,
    )
    expect(Object.fromEntries(shown.map((row) => [row.name, row.setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      server_encoding: "UTF8",
      TimeZone: "UTC",
    })
    const [locale] = await ask<{ datlocale: string; upper: string }>(
      first.url,
      "select datlocale, upper('straße é') from pg_database where datname = current_database()",
    )
    expect(locale).toEqual({ datlocale: "C.UTF-8", upper: "STRASSE É".replace("SS", "ß") })
    expect((await stat(join(first.dataDir, "cluster/b4m-password"))).mode & 0o777).toBe(0o600)
    expect((await stat(first.dataDir)).mode & 0o777).toBe(0o700)
    await expect(ask(first.url.replace(/:[^:@]*@/, ":wrong@"), "select 1")).rejects.toThrow(/password/)
  })

  test("keeps what was written over a stop, and leaves nothing running", async () => {
    const dataDir = join(folder, "data")
    const first = await start(dataDir)
    await ask(first.url, "create table kept as select 7 as number")
    const pid = await postmasterOf(first)
    await first.stop()
    expect(await identifyProcess(pid)).toBeNull()
    const second = await start(dataDir)
    expect(await ask(second.url, "select number from kept")).toEqual([{ number: 7 }])
  })

  test("two folders side by side are two databases", async () => {
    const [a, b] = await Promise.all([start(join(folder, "a")), start(join(folder, "b"))])
    expect(new URL(a.url).port).not.toBe(new URL(b.url).port)
    await ask(a.url, "create table only_here ()")
    await expect(ask(b.url, "select from only_here")).rejects.toThrow(/does not exist/)
  })

  test("a start that is killed half way does not stand in the way of the next", async () => {
    const dataDir = join(folder, "data")
    for (const delay of [60, 200, 350, 500]) {
      const program = runProgram(PROGRAM, [dataDir])
      await sleep(delay)
      await program.kill()
    }
    const embedded = await start(dataDir)
    expect(await ask(embedded.url, "select 1 as one")).toEqual([{ one: 1 }])
    expect((await readdir(embedded.dataDir)).filter((name) => name.startsWith("cluster"))).toEqual([
      "cluster",
    ])
  })

  test("says so when the folder holds something else", async () => {
    await mkdir(join(folder, "data/cluster"), { recursive: true })
    await expect(start(join(folder, "data"))).rejects.toThrow(/no PostgreSQL data directory/)
  })

  test("says so when the data is of another major version", async () => {
    await mkdir(join(folder, "data/cluster"), { recursive: true })
    await writeFile(join(folder, "data/cluster/PG_VERSION"), "15\n")
    await expect(start(join(folder, "data"))).rejects.toThrow(/made by PostgreSQL 15/)
  })
})

describe("several users of one database", () => {
  test("two processes that start at once share it, and the last one stops it", async () => {
    const dataDir = await existing(join(folder, "data"))
    const [a, b] = [runProgram(PROGRAM, [dataDir]), runProgram(PROGRAM, [dataDir])]
    const [readyA, readyB] = await Promise.all([a.ready, b.ready])
    expect(readyA.url).toBe(readyB.url)
    expect(await embeddedUsers(dataDir)).toHaveLength(2)
    expect(await a.finish()).toBe(0)
    expect(await ask(readyB.url, "select 1 as one")).toEqual([{ one: 1 }])
    const pid = await postmasterOf(readyB)
    expect(await b.finish()).toBe(0)
    expect(await identifyProcess(pid)).toBeNull()
  })

  test("a killed one does not count", async () => {
    const dataDir = await existing(join(folder, "data"))
    const killed = runProgram(PROGRAM, [dataDir])
    const { url } = await killed.ready
    const ours = await start(dataDir)
    expect(ours.url).toBe(url)
    await killed.kill()
    const pid = await postmasterOf(ours)
    await ours.stop()
    expect(await identifyProcess(pid)).toBeNull()
  })

  test("a server that dies in use comes back at the same address", async () => {
    const log = collectLog()
    const embedded = await start(await existing(join(folder, "data")), log)
    process.kill(await postmasterOf(embedded), "SIGKILL")
    await expect
      .poll(() => ask(embedded.url, "select 1 as one").catch(() => null), { timeout: 10_000 })
      .toEqual([{ one: 1 }])
    await expect.poll(() => log.entries.map((entry) => entry.message)).toContain("The database runs again")
  })
})

describe("what a kill leaves behind", () => {
  test("a database that survived its process is stopped in order and started again", async () => {
    const dataDir = await existing(join(folder, "data"))
    const killed = runProgram(PROGRAM, [dataDir])
    const { url } = await killed.ready
    await ask(url, "create table kept as select 7 as number")
    await killed.kill()
    const orphan = await postmasterOf({ dataDir })
    expect(orphan).toBeGreaterThan(0)
    const embedded = await start(dataDir)
    expect(await postmasterOf(embedded)).not.toBe(orphan)
    expect(await ask(embedded.url, "select number from kept")).toEqual([{ number: 7 }])
    const log = await readFile(join(embedded.dataDir, "postgres.log"), "utf8")
    expect(log).not.toMatch(/not properly shut down/)
  })

  test("a lock of a process that is gone, and one whose number another process has now", async () => {
    const dataDir = await existing(join(folder, "data"))
    const program = runProgram("-e", ["console.log('{}')"])
    const gone = program.process.pid
    await program.ended
    for (const owner of [
      JSON.stringify({ pid: gone, identity: "x" }),
      JSON.stringify({ pid: process.pid, identity: "another start" }),
      "half writ",
    ]) {
      await writeFile(join(dataDir, "lock"), owner)
      await (await start(dataDir)).stop()
    }
  })

  test("a postmaster.pid whose number another process of the same account has now", async () => {
    const dataDir = await existing(join(folder, "data"))
    const first = await start(dataDir)
    const pid = await postmasterOf(first)
    const account = asRoot ? { uid: await uidOf(pid), gid: (await stat(join(dataDir, "cluster"))).gid } : {}
    const file = join(dataDir, "cluster/postmaster.pid")
    const text = await readFile(file, "utf8")
    await first.stop()
    const stranger = runProgram("-e", ["console.log('{}'); setTimeout(() => {}, 60_000)"], account)
    await stranger.ready
    await writeFile(file, text.replace(/^\d+/, String(stranger.process.pid)))
    await start(dataDir)
    await stranger.kill()
  })

  test("a lost password", async () => {
    const dataDir = await existing(join(folder, "data"))
    const before = await readFile(join(dataDir, "cluster/b4m-password"), "utf8")
    await rm(join(dataDir, "cluster/b4m-password"))
    const second = await start(dataDir)
    expect(second.url).not.toContain(before.trim())
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }])
  })
})

// Only root can start a process as somebody else; started by anybody else, every test above ran unprivileged.
if (asRoot) describe("as root", startedByRoot)

function startedByRoot(): void {
  const account = { uid: 65_534, gid: 65_534 }

  test("PostgreSQL runs as somebody else", async () => {
    const embedded = await start(await existing(join(folder, "data")))
    expect(await uidOf(await postmasterOf(embedded))).not.toBe(0)
    expect(embedded.notes).toEqual([])
  })

  test("an unprivileged user starts it, root joins the same folder, the user starts it again", async () => {
    const checkout = join(folder, "checkout")
    const { node, program } = await makeSmallCheckout(checkout)
    const home = join(folder, "home")
    await mkdir(home)
    await chown(home, account.uid, account.gid)
    const dataDir = join(home, "data")

    const first = runProgram(program, [dataDir], { node, ...account })
    const { url, notes } = await first.ready
    expect(notes).toEqual([])
    expect(await uidOf(await postmasterOf({ dataDir }))).toBe(account.uid)
    await ask(url, "create table kept as select 7 as number")
    expect(await first.finish()).toBe(0)

    const ours = await start(dataDir)
    expect(await uidOf(await postmasterOf(ours))).toBe(account.uid)
    await ours.stop()

    const again = runProgram(program, [dataDir], { node, ...account })
    expect(await ask((await again.ready).url, "select number from kept")).toEqual([{ number: 7 }])
    expect(await again.finish()).toBe(0)
  })

  test("below a home that nobody else may enter, data and binaries go where the account can use them", async () => {
    const home = join(folder, "home")
    await mkdir(home, { mode: 0o700 })
    const { node, program } = await makeSmallCheckout(join(home, "my site"))
    const dataDir = join(home, "my site/data/postgres")
    const first = runProgram(program, [dataDir], { node })
    const { url, dataDir: real, notes } = await first.ready
    try {
      expect(real).toMatch(/^\/var\/lib\/b4m\/[0-9a-f]{16}$/)
      expect(notes).toHaveLength(2)
      expect(notes.join(" ")).toContain(real)
      await ask(url, "create table kept as select 7 as number")
      expect(await first.finish()).toBe(0)

      // It stays the same database when the home is opened later.
      await chmod(home, 0o755)
      const second = runProgram(program, [dataDir], { node })
      expect((await second.ready).dataDir).toBe(real)
      expect(await ask((await second.ready).url, "select number from kept")).toEqual([{ number: 7 }])
      expect(await second.finish()).toBe(0)

      // A copy of the checkout is a site of its own.
      await chmod(home, 0o700)
      await run("cp", ["-a", dataDir, join(home, "copy")])
      const copy = await start(join(home, "copy"))
      expect(copy.dataDir).not.toBe(real)
      await copy.stop()
      await rm(copy.dataDir, { recursive: true, force: true })
    } finally {
      await stopAbandoned(dataDir)
      await rm(real, { recursive: true, force: true })
    }
  })
}
