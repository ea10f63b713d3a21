import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders, embeddedProgram, postmasterOf, uidOf } from "#test/support/embedded.ts"
import { identifyProcess } from "./embedded/process-identity.ts"
import { listUsers } from "./embedded/users.ts"

const { folder, start, existing } = embeddedFolders()
const asRoot = process.getuid?.() === 0

describe("a first start", () => {
  test("in a path with a space and quotes: durable settings, UTF-8, and a protected password file", async () => {
    const first = await start(join(folder(), `it's "my" data`))
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

  test("keeps its data across a stop, and leaves no process running", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const first = await start(dataDir)
    await ask(first.url, "create table kept as select 7 as number")
    const pid = await postmasterOf(first)
    await first.stop()
    expect(await identifyProcess(pid)).toBeNull()
    const second = await start(dataDir)
    expect(await ask(second.url, "select number from kept")).toEqual([{ number: 7 }])
  })

  test("two folders side by side are two databases", async () => {
    const [a, b] = await Promise.all(
      ["a", "b"].map(async (name) => start(await existing(join(folder(), name)))),
    )
    if (!a || !b) throw new Error("Both are started")
    expect(new URL(a.url).port).not.toBe(new URL(b.url).port)
    await ask(a.url, "create table only_here ()")
    await expect(ask(b.url, "select from only_here")).rejects.toThrow(/does not exist/)
  })

  test("a start that is killed halfway does not block the next one", async () => {
    const dataDir = join(folder(), "data")
    for (const delay of [60, 350]) {
      const program = runProgram(embeddedProgram, [dataDir])
      await sleep(delay)
      await program.kill()
    }
    const embedded = await start(dataDir)
    expect(await ask(embedded.url, "select 1 as one")).toEqual([{ one: 1 }])
    expect((await readdir(embedded.dataDir)).filter((name) => name.startsWith("cluster"))).toEqual([
      "cluster",
    ])
  })

  test("reports a folder that holds something else", async () => {
    await mkdir(join(folder(), "data/cluster"), { recursive: true })
    await expect(start(join(folder(), "data"))).rejects.toThrow(/is not a PostgreSQL data directory/)
  })

  test("reports data of another major version of PostgreSQL", async () => {
    await mkdir(join(folder(), "data/cluster"), { recursive: true })
    await writeFile(join(folder(), "data/cluster/PG_VERSION"), "15\n")
    await expect(start(join(folder(), "data"))).rejects.toThrow(/created by PostgreSQL 15/)
  })
})

describe("several processes using one database", () => {
  test("two processes that start at the same time share it, and the last one stops it", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const [a, b] = [runProgram(embeddedProgram, [dataDir]), runProgram(embeddedProgram, [dataDir])]
    const [readyA, readyB] = await Promise.all([a.ready, b.ready])
    expect(readyA.url).toBe(readyB.url)
    expect(await listUsers(join(dataDir, "users"))).toHaveLength(2)
    expect(await a.finish()).toBe(0)
    expect(await ask(readyB.url, "select 1 as one")).toEqual([{ one: 1 }])
    const pid = await postmasterOf(readyB)
    expect(await b.finish()).toBe(0)
    expect(await identifyProcess(pid)).toBeNull()
  })

  test("a killed process no longer counts as a user", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const killed = runProgram(embeddedProgram, [dataDir])
    const { url } = await killed.ready
    const ours = await start(dataDir)
    expect(ours.url).toBe(url)
    await killed.kill()
    const pid = await postmasterOf(ours)
    await ours.stop()
    expect(await identifyProcess(pid)).toBeNull()
  })

  test("a server that crashes while in use restarts at the same address", async () => {
    const log = collectLog()
    const embedded = await start(await existing(join(folder(), "data")), log)
    process.kill(await postmasterOf(embedded), "SIGKILL")
    await expect.poll(() => ask(embedded.url, "select 1 as one").catch(() => null)).toEqual([{ one: 1 }])
    await expect
      .poll(() => log.entries.map((entry) => entry.message))
      .toContain("The database is running again")
  })
})

describe("recovery after a kill", () => {
  test("a server that outlived the process that started it is stopped cleanly and restarted", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const killed = runProgram(embeddedProgram, [dataDir])
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

  test("a lock whose process has ended, and one whose process id was reused", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const program = runProgram("-e", ["console.log('{}')"])
    const gone = program.process.pid
    await program.ended
    for (const owner of [
      JSON.stringify({ pid: gone, identity: "x" }),
      JSON.stringify({ pid: process.pid, identity: "another start" }),
      "half writ",
    ]) {
      await writeFile(join(dataDir, "lock"), owner)
      await writeFile(join(dataDir, `lock.${gone}.abc123`), owner)
      await (await start(dataDir)).stop()
      expect((await readdir(dataDir)).filter((name) => name.startsWith("lock"))).toEqual([])
    }
  })

  test("a postmaster.pid whose process id was reused by the same account", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const first = await start(dataDir)
    const pid = await postmasterOf(first)
    const account = asRoot ? { uid: await uidOf(pid), gid: (await stat(join(dataDir, "cluster"))).gid } : {}
    const file = join(dataDir, "cluster/postmaster.pid")
    const text = await readFile(file, "utf8")
    await first.stop()
    // Not with our own Node binary: that account may not be able to enter the checkout.
    const stranger = runProgram("-c", ["echo '{}'; exec sleep 600"], { node: "/bin/sh", ...account })
    await stranger.ready
    await writeFile(file, text.replace(/^\d+/, String(stranger.process.pid)))
    await start(dataDir)
    await stranger.kill()
  })

  test("a lost password", async () => {
    const dataDir = await existing(join(folder(), "data"))
    const before = await readFile(join(dataDir, "cluster/b4m-password"), "utf8")
    await rm(join(dataDir, "cluster/b4m-password"))
    const second = await start(dataDir)
    expect(second.url).not.toContain(before.trim())
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }])
  })
})
