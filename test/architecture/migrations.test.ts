/** Rules for supabase/migrations and platform/migrations, tried on examples and run on every file. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import {
  appendViolations,
  baselineViolations,
  lockNumbers,
  type MigrationFile,
  migrationChecksum,
  missingFiles,
  silentHops,
} from "./migration-rules.ts"
import { listPaths, read, root } from "./tree.ts"

const paths = listPaths()
const files: MigrationFile[] = paths
  .filter((path) => /^(supabase|platform)\/migrations\/.*\.sql$/.test(path))
  .sort()
  .map((path) => ({ path, text: read(path) }))
const { version } = JSON.parse(read("package.json")) as { version: string }

const file = (path: string, text: string) => ({ path: `supabase/migrations/${path}.sql`, text })

describe("nothing is created twice, replaced or dropped before 1.0.0", () => {
  const first = file("1_a", "create table public.t (a int); create policy p on public.t using (true);")

  test.each([
    ["create table public.t (b int);", 1],
    ["create or replace function f() returns int language sql return 1;", 1],
    ["drop table public.t;", 1],
    ["alter table public.t add column b int;", 1],
    ["create policy p on public.t using (false);", 1],
    ["create policy p on public.u using (true);", 0],
    ["create table public.u (a int); alter table public.u enable row level security;", 0],
    ["-- drop table public.t\nselect 'drop table public.t';", 0],
  ])("%s", (text, problems) => {
    expect(baselineViolations([first, file("2_b", text)])).toHaveLength(problems)
  })

  test("in our files", () => {
    expect(files.length).toBeGreaterThan(20)
    if (Number.parseInt(version, 10) < 1) expect(baselineViolations(files)).toEqual([])
  })
})

describe("from 1.0.0 on, migrations are only appended", () => {
  const old = file("20260102000000_a", "select 1;")
  const released = { [old.path]: migrationChecksum(old) }

  test.each([
    ["0.9.0", [file("20260102000000_a", "select 2;")], null, 0],
    ["1.0.0", [old], null, 1],
    ["1.0.0", [old], released, 0],
    ["1.0.0", [file("20260102000000_a", "-- why\nselect  1;")], released, 0],
    ["1.0.0", [file("20260102000000_a", "select 2;")], released, 1],
    ["1.0.0", [], released, 1],
    ["2.1.0", [old, file("20260103000000_b", "select 2;")], released, 0],
    ["2.1.0", [file("20260101000000_b", "select 2;"), old], released, 1],
    ["2.1.0", [{ path: "platform/migrations/20250101000000_b.sql", text: "select 2;" }, old], released, 0],
  ])("%s: %j, released %j: %i", (at, found, known, problems) => {
    expect(appendViolations(at, found, known)).toHaveLength(problems)
  })

  test("in our files", () => {
    const list = existsSync(join(root, "supabase/released.json")) ? read("supabase/released.json") : null
    expect(appendViolations(version, files, list && JSON.parse(list))).toEqual([])
  })
})

test("the files that comments name exist", () => {
  const named = file("1_a", "-- Read by domain/a/b.ts and in server/workers.")
  expect(missingFiles([named], (path) => path === "domain/a/b.ts")).toEqual([
    "supabase/migrations/1_a.sql names server/workers, which is not there",
  ])
  expect(missingFiles(files, (path) => existsSync(join(root, path)))).toEqual([])
})

test("a migration that sends events names the file that receives them", () => {
  const silent = file("1_a", "create trigger t after insert on x execute function y();")
  expect(silentHops([silent])).toHaveLength(1)
  expect(silentHops([{ ...silent, text: `-- Heard by server/a.ts.\n${silent.text}` }])).toEqual([])
  expect(silentHops(files)).toEqual([])
})

test("advisory locks have names", () => {
  expect(lockNumbers("a.ts", "select pg_try_advisory_xact_lock( 742_051)")).toHaveLength(1)
  expect(lockNumbers("a.ts", "select pg_advisory_xact_lock(private.boards_lock())")).toEqual([])
  const sources = paths.filter((path) => /\.(ts|tsx|sql)$/.test(path) && !/^test\/architecture\//.test(path))
  expect(sources.flatMap((path) => lockNumbers(path, read(path)))).toEqual([])
})
