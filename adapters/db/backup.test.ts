import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { copyBaseCluster } from "#test/support/base-cluster.ts"
import { type ChildProgram, runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { backupEmbedded } from "./embedded/backup.ts"
import { restoreEmbedded } from "./embedded/restore.ts"
import { startEmbedded, stopAbandoned } from "./embedded.ts"
import { connectPostgres } from "./postgres.ts"

const PROGRAM = join(import.meta.dirname, "../../test/support/embedded-program.ts")
const log = collectLog()

let folder: string
let source: string
let writer: ChildProgram
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-backup-"))
  await chmod(folder, 0o755)
  source = join(folder, "source")
  await copyBaseCluster(source)
  writer = runProgram(PROGRAM, [source, "write"])
  url = (await writer.ready).url
  await ask(
    url,
    `create extension amcheck;
     create table large as select n, repeat(md5(n::text), 40) as text from generate_series(1, 4000) n;
     create index on large (text);
     create table "odd ""name" (a int);
     create unlogged table passing (a int);
     insert into passing values (1)`,
  )
})

afterAll(async () => {
  await writer.kill()
  for (const name of await readdir(folder)) await stopAbandoned(join(folder, name)).catch(() => false)
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => expect.hasAssertions())

async function ask<Row extends object>(to: string, text: string): Promise<Row[]> {
  const db = connectPostgres({ url: to, max: 1 })
  try {
    return (await db.query(text)) as Row[]
  } finally {
    await db.end()
  }
}

/** Every table, with its row count and a digest of its content. */
async function content(of: string): Promise<Record<string, string>> {
  const db = connectPostgres({ url: of, max: 1 })
  const tables = await db.sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await db.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${name} t`,
    )
    found[name] = String(row?.digest)
  }
  await db.end()
  return found
}

async function withRestored<T>(name: string, file: string, work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = join(folder, name)
  await restoreEmbedded({ dataDir, file, log })
  const embedded = await startEmbedded({ dataDir, log })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test("a backup taken during writes contains every write acknowledged before it, without gaps", async () => {
  await expect.poll(() => writer.lines.length).toBeGreaterThan(200)
  const acknowledgedBefore = [...writer.lines]
  const file = join(folder, "online.tar.gz")
  const report = await backupEmbedded({ dataDir: source, file, log })
  const during = writer.lines.length - acknowledgedBefore.length
  expect(during, "writes during the backup").toBeGreaterThan(50)
  await writer.finish()
  expect(report.files).toBeGreaterThan(800)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await withRestored("online", file, async (restored) => {
    const rows = await ask<{ writer: number; last: number; count: number }>(
      restored,
      "select writer, max(number)::int as last, count(*)::int as count from writes group by writer order by writer",
    )
    const lastBefore = (one: number) =>
      Math.max(
        ...acknowledgedBefore.flatMap((line) =>
          line.startsWith(`ack ${one} `) ? [Number(line.split(" ")[2])] : [],
        ),
      )
    expect(rows).toHaveLength(4)
    for (const row of rows) {
      expect(row.count).toBe(row.last)
      expect(row.last).toBeGreaterThanOrEqual(lastBefore(row.writer))
    }
    await ask(
      restored,
      `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relpersistence = 'p'`,
    )
  })
})

test("without concurrent writes, every table is restored unchanged", async () => {
  const own = await startEmbedded({ dataDir: source, log })
  const before = await content(own.url)
  expect(Object.keys(before)).toContain("public.large")
  const file = join(folder, "rest.tar.gz")
  await writeFile(join(folder, "secrets.json"), '{"secret":1}')
  const kept = join(folder, "files")
  await mkdir(join(kept, "recordings/12"), { recursive: true })
  await mkdir(join(kept, ".unfinished"))
  const [one, two] = ["1", "2"].map((digit) => join(kept, "recordings/12", digit.repeat(64)))
  await writeFile(String(one), "as sent")
  await writeFile(join(kept, ".unfinished/half"), "hal")
  const report = await backupEmbedded({
    dataDir: source,
    file,
    log,
    besides: { "secrets.json": join(folder, "secrets.json") },
    folders: { files: kept, later: join(folder, "later") },
  })
  expect(report.filesBesides).toBe(1)
  await own.stop()
  await withRestored("rest", file, async (restored) => {
    expect(await content(restored)).toEqual(before)
    // Unlogged tables cannot be copied online; they are restored empty instead of broken.
    expect(await ask(restored, "select * from passing")).toEqual([])
  })

  // Restores over the same folder: the old data is kept, and the secrets are restored too.
  await writeFile(join(folder, "secrets.json"), '{"secret":2}')
  const again = await startEmbedded({ dataDir: source, log })
  await ask(again.url, "drop table large")
  const restoring = () =>
    restoreEmbedded({
      dataDir: source,
      file,
      log,
      besides: { "secrets.json": join(folder, "secrets.json") },
      folders: { files: kept, later: join(folder, "later") },
    })
  await rm(String(one))
  await writeFile(String(two), "sent later")
  await mkdir(join(folder, "later"))
  await expect(restoring()).rejects.toThrow(/in use by server \(process \d+\)\. Stop it/)
  await again.stop()
  const { movedTo } = await restoring()
  expect(await stat(join(String(movedTo), "PG_VERSION")).then((found) => found.isFile())).toBe(true)
  expect(await readFile(join(folder, "secrets.json"), "utf8")).toBe('{"secret":1}')
  expect(
    (await readdir(folder)).filter((name) => /^before-restore-.*-secrets\.json$/.test(name)),
  ).toHaveLength(1)
  expect(await readFile(String(one), "utf8")).toBe("as sent")
  expect(await readdir(join(kept, "recordings/12"))).toEqual(["1".repeat(64)])
  const [moved] = (await readdir(folder)).filter((name) => /^before-restore-.*-files$/.test(name))
  expect(await readdir(join(folder, String(moved), "recordings/12"))).toEqual(["2".repeat(64)])
  // This folder did not exist when the backup was made.
  expect(await readdir(join(folder, "later"))).toEqual([])
  expect((await readdir(folder)).filter((name) => /^before-restore-.*-later$/.test(name))).toHaveLength(1)
  expect((await readdir(folder)).filter((name) => name.endsWith(".restored"))).toEqual([])
  const last = await startEmbedded({ dataDir: source, log })
  expect(await content(last.url)).toEqual(before)
  await last.stop()
})

describe("an incomplete or foreign backup is refused before anything is changed", () => {
  const untouched = async () => (await readdir(source)).filter((name) => /^cluster/.test(name))

  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ["a truncated file", (whole) => whole.subarray(0, whole.length >> 1), /damaged/],
    [
      "a file with a wrong byte",
      (whole) => Buffer.from(whole).fill(0x55, whole.length >> 1, (whole.length >> 1) + 9),
      /damaged|cannot be restored/,
    ],
    ["something else", () => Buffer.from("hello"), /damaged|not a backup/],
  ])("%s", async (_, change, message) => {
    const file = join(folder, "bad.tar.gz")
    await writeFile(file, change(await readFile(join(folder, "rest.tar.gz"))))
    await expect(restoreEmbedded({ dataDir: source, file, log })).rejects.toThrow(message)
    expect(await untouched()).toEqual(["cluster"])
  })

  test("an existing backup, unless --force replaces it", async () => {
    const file = join(folder, "rest.tar.gz")
    await expect(backupEmbedded({ dataDir: source, file, log })).rejects.toThrow(/exists/)
    await backupEmbedded({ dataDir: source, file, overwrite: true, log })
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([])
  })

  test("a folder without a database", async () => {
    const dataDir = join(folder, "nothing")
    await expect(backupEmbedded({ dataDir, file: join(folder, "nothing.tar.gz"), log })).rejects.toThrow(
      /no database in .* yet/,
    )
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/)
  })

  test("a file that does not exist", async () => {
    await expect(restoreEmbedded({ dataDir: source, file: join(folder, "none"), log })).rejects.toThrow(
      /does not exist/,
    )
  })
})

test("the next start completes a restore that was killed while it swapped the folders", async () => {
  await rename(join(source, "cluster"), join(source, "cluster.restored"))
  const embedded = await startEmbedded({ dataDir: source, log })
  expect(Object.keys(await content(embedded.url))).toContain("public.writes")
  await embedded.stop()
})
