/** A real PostgreSQL 17 cluster, created by its own binaries, is copied to the installed version. */
import { spawn } from "node:child_process"
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { compileCache } from "#test/support/compile-cache.ts"
import { ask, embeddedFolders, run } from "#test/support/embedded.ts"
import { postgresql17, withOldCluster } from "#test/support/old-postgresql.ts"
import { type Binaries, copyBinaries, findBinaries, majorVersion } from "../embedded/binaries.ts"
import { startEmbedded } from "../embedded.ts"
import { migrate } from "../migrate.ts"
import { lastOfMajor } from "./last-of-major.ts"
import { upgradeEmbedded } from "./upgrade.ts"

const folders = embeddedFolders()
const program = join(import.meta.dirname, "../../../test/support/upgrade-program.ts")
const everyObject = await readFile(
  join(import.meta.dirname, "../../../test/support/every-object.sql"),
  "utf8",
)

let binaries: Binaries
let above: string

/**
 * "new" is as created by initdb; "old" is a database of an earlier release: all migrations, and an operator's own
 * objects.
 */
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), "b4m-old-"))
  await chmod(above, 0o755)
  // Copied, because PostgreSQL's account may not be able to enter the checkout.
  binaries = await copyBinaries(await postgresql17(), above)
  await withOldCluster(join(above, "new"), binaries, async () => {})
  await run("cp", ["-a", join(above, "new"), join(above, "old")])
  await withOldCluster(join(above, "old"), binaries, async (url) => {
    await ask(url("postgres"), "create database b4m")
    await migrate({ url: url("b4m"), platform: true, log: collectLog() })
    await ask(url("b4m"), everyObject)
  })
})
afterAll(async () => {
  if (above !== undefined) await rm(above, { recursive: true, force: true })
})

async function copyOf(cluster: "new" | "old"): Promise<string> {
  const dataDir = join(folders.folder(), "data")
  await run("cp", ["-a", join(above, cluster), dataDir])
  return dataDir
}

/** Upgrades in another process, which is killed once it prints `line`. */
async function upgradeKilledAt(dataDir: string, line: string): Promise<void> {
  const child = spawn(process.execPath, [program, dataDir, binaries.root], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...compileCache },
  })
  const ended = new Promise((resolve) => child.once("close", resolve))
  let said = ""
  for await (const part of child.stdout) {
    said += part
    if (said.includes(line)) child.kill("SIGKILL")
  }
  await ended
  expect(said).toContain(line)
  expect(child.signalCode).toBe("SIGKILL")
}

const upgrade = (dataDir: string) => upgradeEmbedded({ dataDir, binaries: binaries.root, say: () => {} })
const clusterVersion = async (dataDir: string) =>
  (await readFile(join(dataDir, "cluster/PG_VERSION"), "utf8")).trim()
const leftovers = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => /^cluster\.|password|^lock/.test(name))

test("an upgrade that was killed and run again copies everything, works, and keeps the old data", async () => {
  const dataDir = await copyOf("old")
  await expect(startEmbedded({ dataDir, log: collectLog() })).rejects.toThrow(
    /created by PostgreSQL 17, and this version contains PostgreSQL 18. Run npm run upgrade-database/,
  )
  await upgradeKilledAt(dataDir, "Copying and comparing")
  expect(await clusterVersion(dataDir)).toBe("17")
  expect(await leftovers(dataDir)).not.toEqual([])
  const report = await upgrade(dataDir)
  expect(report).toMatchObject({ from: "17", to: "18", databases: 2 })
  expect(await clusterVersion(dataDir)).toBe("18")
  expect(await readFile(join(report?.keptIn ?? "", "PG_VERSION"), "utf8")).toBe("17\n")
  expect(await leftovers(dataDir)).toEqual([])
  expect(await upgrade(dataDir)).toBeNull()

  const { url } = await folders.start(dataDir)
  expect(await migrate({ url, platform: true, log: collectLog() })).toEqual([])
  expect(await ask(url, "select evtname as name from pg_event_trigger order by 1")).toEqual([
    { name: "pgrst_ddl_watch" },
    { name: "pgrst_drop_watch" },
  ])
  const rows = await ask<Record<string, string>>(
    url,
    "select name, splits::text, raw::text, doc::text, seen::text, amount::text, loud from club.runs where id <= 13 order by id",
  )
  expect(rows).toEqual([
    {
      name: "ana!",
      splits: `{"(400,\\"a \\"\\"b\\"\\", (c)\\")",NULL}`,
      raw: "\\x00ff27",
      doc: "null",
      seen: `["2026-11-01 00:00:00+00","2026-11-02 00:00:00+00")`,
      amount: "NaN",
      loud: "ANA!",
    },
    expect.objectContaining({ name: "!", raw: "\\x", amount: "-Infinity", seen: "empty" }),
    expect.objectContaining({ name: "tab\tnew\nline \\ 'quote'!", amount: "0.30000000000000004", doc: null }),
  ])
  expect(await ask(url, "insert into club.runs (name) values ('next') returning id, number, loud")).toEqual([
    { id: String(7 + 3 * 1203), number: 100 + 5 * 1203, loud: "NEXT!" },
  ])
  expect(await ask(url, "select runs from club.totals where mood = 'fresh'")).toEqual([{ runs: "1" }])
  await expect(ask(url, "update club.runs set pace = 2000 where id = 7")).rejects.toThrow("quick")
  const asCoach = url.replace(/\/\/[^@]*@/, "//coach:a-secret@")
  expect(await ask(asCoach, "select current_schemas(false)::text as path")).toEqual([
    { path: "{club,public}" },
  ])
})

test.each([
  [
    "an object that the copy cannot recreate",
    `create function noticed() returns event_trigger language plpgsql as $$ begin end $$;
     create event trigger noticing on ddl_command_end execute function noticed()`,
    "pg_event_trigger",
  ],
  [
    "a row that differs afterward",
    `create function liar() returns text language sql immutable as 'select clock_timestamp()::text';
     create table lies (id int, at text generated always as (liar()) stored);
     insert into lies values (1)`,
    "public.lies: 1 rows",
  ],
])("%s is refused by name, and the old data stays in place", async (_, extra, reason) => {
  const dataDir = await copyOf("new")
  await withOldCluster(dataDir, binaries, async (url) => {
    await ask(url("postgres"), extra)
  })
  await expect(upgrade(dataDir)).rejects.toThrow(reason)
  expect(await clusterVersion(dataDir)).toBe("17")
  expect(await leftovers(dataDir)).toEqual([])
})

test("the last package of the installed version is listed for use by the next release", async () => {
  const installed = await findBinaries()
  expect(lastOfMajor[majorVersion(installed)]).toBe(installed.version)
})
