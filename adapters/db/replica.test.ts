/** A real primary and a real streaming replica: lag, a kill, a freeze, and the return from each. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { findPostgresql15 } from "#test/support/postgresql-15.ts"
import { type Replicated, startReplicated } from "#test/support/replica.ts"
import { connectPostgres } from "./postgres.ts"
import { unfitAsReplica } from "./replica/contact.ts"
import { Lag } from "./replica/lag.ts"
import { connectReplica, type Replica } from "./replica.ts"

test("a replica is complete until the last moment at which the primary was no further than it", () => {
  const lag = new Lag(1_000)
  expect(lag.completeUntil(9n)).toBe(Number.NEGATIVE_INFINITY)
  for (const [at, position] of [
    [0, 10n],
    [200, 10n],
    [400, 30n],
    [600, 50n],
  ] as const)
    lag.note({ at, position })
  expect(lag.completeUntil(9n)).toBe(Number.NEGATIVE_INFINITY)
  expect(lag.completeUntil(10n)).toBe(200)
  expect(lag.completeUntil(49n)).toBe(400)
  // Nothing has been written since: it has everything, however long ago that was.
  lag.note({ at: 5_000, position: 50n })
  expect(lag.completeUntil(50n)).toBe(5_000)
  expect(lag.completeUntil(49n)).toBe(Number.NEGATIVE_INFINITY)
})

/** Which server answers, and the number of notes that it has. */
async function readBy(db: Db): Promise<{ from: string; notes: number }> {
  const [row] = await db.sql<{ from: string; notes: number }>`
    select case when pg_is_in_recovery() then 'replica' else 'primary' end as from, count(*)::int as notes from notes`
  if (!row) throw new Error("no row")
  return row
}

const versions = [
  ["the embedded version", undefined],
  ["version 15", "15"],
] as const
describe.each(versions)("a streaming replica of %s", (_name, version) => {
  let servers: Replicated | undefined
  let replica: Replica
  const log = collectLog()

  beforeAll(async () => {
    const binaries = version && (await findPostgresql15())
    if (version && !binaries) {
      process.stderr.write("PostgreSQL 15 is not to be had: no replica of it was tried.\n")
      return
    }
    servers = await startReplicated(binaries || undefined)
    await servers.primary.query("create table notes (id int generated always as identity, words text)")
    replica = open(servers)
  })
  beforeEach(async () => {
    if (!servers) return
    await servers.primary.query("truncate notes")
    await expect.poll(() => replica.isUsable()).toBe(true)
  })
  afterAll(async () => {
    await replica?.close()
    await servers?.stop()
  })
  // A test that fails in the middle must not fail the others.
  afterEach(async () => {
    await servers?.signal("SIGCONT")
    await servers?.resume()
  })
  const open = ({ replicaUrl: url, primaryUrl, primary }: Replicated) =>
    connectReplica({ url, primary, primaryUrl, max: 4, log })
  const said = () => log.entries.map(({ message }) => message)
  const write = async () => void (await servers?.primary.query("insert into notes (words) values ('a')"))

  test("every read after a write shows it, and comes from the replica as soon as that has it", async () => {
    if (!servers) return
    await expect.poll(() => replica.isUsable()).toBe(true)
    const seen = []
    for (let n = 1; n <= 30; n++) {
      await write()
      const { from, notes } = await readBy(await replica.upToDate())
      expect(notes).toBe(n)
      seen.push(from)
    }
    expect(seen).toContain("replica")
    // Nothing is written, and nothing needs to be, for the replica to count as complete.
    await servers.caughtUp()
    await expect.poll(() => replica.lagSeconds()).toBeLessThan(0.9)
    expect((await readBy(await replica.upToDate())).from).toBe("replica")
  })

  test("a write in a page that is read from the replica happens on the primary, and so do transactions", async () => {
    if (!servers) return
    const db = await replica.upToDate()
    await db.sql`insert into notes (words) values ('b')`
    expect((await db.transaction(readBy)).from).toBe("primary")
    expect((await db.transaction(readBy)).notes).toBe(1)
    await expect(db.sql`select missing from notes`).rejects.toMatchObject({ code: "42703" })
  })

  test("a replica that is behind is not read, and is read again once it has caught up", async () => {
    if (!servers) return
    await servers.pause()
    await write()
    // At once, although the lag is not known yet.
    expect(await readBy(await replica.upToDate())).toEqual({ from: "primary", notes: 1 })
    await expect.poll(() => replica.isUsable()).toBe(false)
    expect(replica.lagSeconds()).toBeGreaterThan(0.9)
    await expect.poll(said).toContain("The replica is behind: everything is read from the primary")
    await servers.resume()
    await expect.poll(() => replica.isUsable()).toBe(true)
    await expect.poll(async () => (await readBy(await replica.upToDate())).from).toBe("replica")
  })

  test("after a write it is not usable until it has that", async () => {
    if (!servers) return
    replica.wrote()
    expect(replica.isUsable()).toBe(false)
    await expect.poll(() => replica.isUsable()).toBe(true)
  })

  test("a killed replica fails no read, and is read again after its return", async () => {
    if (!servers) return
    const db = await replica.upToDate()
    const reads = Array.from({ length: 20 }, async (_, n) => {
      if (n === 5) await servers?.kill()
      return readBy(db)
    })
    for (const { notes } of await Promise.all(reads)) expect(notes).toBe(0)
    await expect.poll(() => replica.lagSeconds()).toBe(undefined)
    expect((await readBy(db)).from).toBe("primary")
    await servers.startAgain()
    await expect.poll(() => replica.isUsable()).toBe(true)
    expect((await readBy(db)).from).toBe("replica")
  })

  test("a replica that stops to answer fails no read", async () => {
    if (!servers) return
    const db = await replica.upToDate()
    expect((await readBy(db)).from).toBe("replica")
    await servers.signal("SIGSTOP")
    const started = performance.now()
    expect(await readBy(db)).toEqual({ from: "primary", notes: 0 })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await readBy(await replica.upToDate())).toEqual({ from: "primary", notes: 0 })
    await servers.signal("SIGCONT")
  })

  test("the primary itself and other databases are no replicas", async () => {
    if (!servers) return
    expect(await unfitAsReplica(servers.primary, servers.primary)).toMatch(/accepts writes/)
    expect(await unfitAsReplica(servers.replica, servers.primary)).toBe(null)
    const other = connectPostgres({ url: servers.primaryUrl.replace(/b4m$/, "postgres"), max: 1 })
    expect(await unfitAsReplica(other, servers.primary)).toMatch(/another database/)
    await other.end()
  })
})
