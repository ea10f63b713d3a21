import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { copyBaseCluster } from "#test/support/base-cluster.ts"
import { runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { findPostgresql15, startPostgresql15 } from "#test/support/postgresql-15.ts"
import { migrate, pendingMigrations } from "./migrate.ts"
import { connectPostgres } from "./postgres.ts"

const ROOT = join(import.meta.dirname, "../..")
const PROGRAM = join(ROOT, "test/support/migrate-program.ts")

let database: TestDatabase
let folders: { product: string; platform: string }

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  const folder = await mkdtemp(join(tmpdir(), "b4m-migrate-"))
  folders = { product: join(folder, "product"), platform: join(folder, "platform") }
  await mkdir(folders.product)
  await mkdir(folders.platform)
})

afterEach(async () => {
  await database.drop()
  await rm(join(folders.product, ".."), { recursive: true, force: true })
})

const file = (name: string) => join(folders.product, name)
const run = (url = database.url, platform = false) => migrate({ url, platform, log: collectLog(), folders })
const ours = (url = database.url, log = collectLog()) => migrate({ url, platform: true, log })

describe("applying files", () => {
  test("in order, once, and recorded in the same way as by the Supabase CLI", async () => {
    await writeFile(
      file("20260102000000_second.sql"),
      "-- why\nalter table t add b int; insert into t values (1, 2);\n",
    )
    await writeFile(file("20260101000000_first.sql"), "create table t (a int);\n")
    expect(await run()).toEqual(["20260101000000_first", "20260102000000_second"])
    expect(await run()).toEqual([])
    expect(await database.db.query("select * from t")).toEqual([{ a: 1, b: 2 }])
    expect(
      await database.db.query(
        "select version, name, statements from supabase_migrations.schema_migrations order by 1",
      ),
    ).toEqual([
      { version: "20260101000000", name: "first", statements: ["create table t (a int)"] },
      {
        version: "20260102000000",
        name: "second",
        statements: ["-- why\nalter table t add b int", "insert into t values (1, 2)"],
      },
    ])
  })

  test("a failing file is rolled back and named in the error", async () => {
    await writeFile(file("20260101000000_bad.sql"), "create table t (a int); create table t (a int);")
    await expect(run()).rejects.toThrow(
      /20260101000000_bad\.sql could not be applied: relation "t" already exists/,
    )
    expect(await database.db.query("select to_regclass('t') as t")).toEqual([{ t: null }])
    await writeFile(file("20260101000000_bad.sql"), "create table t (a int);")
    expect(await run()).toEqual(["20260101000000_bad"])
  })

  test("a file that was changed after it was applied is refused, but a changed comment is not", async () => {
    await writeFile(file("20260101000000_first.sql"), "create table t (a int);")
    await run()
    await writeFile(
      file("20260101000000_first.sql"),
      "-- Said better.\r\ncreate table t\r\n  (a int)\r\n;\r\n",
    )
    expect(await run()).toEqual([])
    await writeFile(file("20260101000000_first.sql"), "create table t (a bigint);")
    await expect(run()).rejects.toThrow(/was changed after it was applied/)
  })

  test("files with lower numbers than all current ones were replaced by a baseline; later ones come from a newer version", async () => {
    await writeFile(file("20260101000000_first.sql"), "create table t (a int);")
    await writeFile(file("20260103000000_third.sql"), "create table u (a int);")
    await run()
    await rm(file("20260103000000_third.sql"))
    expect(await run()).toEqual([])
    await rm(file("20260101000000_first.sql"))
    await writeFile(file("20260102000000_baseline.sql"), "create table v (a int);")
    await expect(run()).rejects.toThrow(
      /^This database was created before .* \(20260102000000_baseline\.sql\): use a new database .*\.$/,
    )
    expect(await database.db.query("select to_regclass('v') as v")).toEqual([{ v: null }])
  })

  test("a wrong name and a duplicate number are refused", async () => {
    await writeFile(file("1_first.sql"), "select 1")
    await expect(run()).rejects.toThrow(/must be <14 digits>_<name>\.sql/)
    await rm(file("1_first.sql"))
    await writeFile(file("20260101000000_a.sql"), "select 1")
    await writeFile(file("20260101000000_b.sql"), "select 1")
    await expect(run()).rejects.toThrow(/used twice/)
  })

  test("files applied by the Supabase CLI count as applied", async () => {
    await writeFile(
      file("20260101000000_first.sql"),
      "-- why\ncreate table t (a int);\n\ncreate table u (a int);\n",
    )
    await database.db.query("create schema supabase_migrations")
    await database.db.query(
      "create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)",
    )
    await database.db.query("insert into supabase_migrations.schema_migrations values ($1, $2, $3)", [
      "20260101000000",
      ["-- why\ncreate table t (a int)", "create table u (a int)"],
      "first",
    ])
    expect(await run()).toEqual([])
  })

  test("pending files are listed without applying them", async () => {
    await writeFile(file("20260101000000_first.sql"), "select 1")
    await run()
    await writeFile(file("20260102000000_second.sql"), "select 1")
    expect(await pendingMigrations(database.db.query, folders.product)).toEqual([
      file("20260102000000_second.sql"),
    ])
  })

  test("a database migrated by a newer version and a file with a late number each cause a warning", async () => {
    const log = collectLog()
    const applied = () => migrate({ url: database.url, platform: false, log, folders })
    const messages = () => log.entries.filter(({ level }) => level !== "debug").map(({ message }) => message)
    await writeFile(file("20260101000000_first.sql"), "create table t (a int);")
    await writeFile(file("20260103000000_third.sql"), "create table u (a int);")
    await applied()
    expect(messages()).toEqual(["Migrations applied"])
    await rm(file("20260103000000_third.sql"))
    await writeFile(file("20260102000000_second.sql"), "create table v (a int);")
    expect(await applied()).toEqual(["20260102000000_second"])
    expect(messages()).toEqual([
      "Migrations applied",
      "The database was migrated by a newer version of the site than this one",
      "Migrations older than the last applied one are applied now",
      "Migrations applied",
    ])
    await writeFile(file("20260103000000_third.sql"), "create table u (a int);")
    expect(await applied()).toEqual([])
    expect(messages()).toHaveLength(4)
  })
})

test("two concurrent processes apply every file once", async () => {
  for (let number = 10; number < 30; number++) {
    await writeFile(
      file(`202601${number}000000_step.sql`),
      `create table t${number} (a int); insert into t${number} values (1);`,
    )
  }
  const parameters = [database.url, folders.product, folders.platform]
  const programs = [1, 2, 3].map(() => runProgram(PROGRAM, parameters))
  const applied = await Promise.all(
    programs.map(async (one) => ((await one.ready) as unknown as { applied: string[] }).applied),
  )
  expect(applied.flat().sort()).toEqual(
    (await readdir(folders.product)).map((name) => name.slice(0, -4)).sort(),
  )
  expect(await Promise.all(programs.map((one) => one.ended))).toEqual([0, 0, 0])
})

describe("the product's migrations", () => {
  test("a second run finds nothing to do", async () => {
    const migrated = await createTestDatabase()
    expect(await ours(migrated.url)).toEqual([])
    await migrated.drop()
  })

  test("without the platform's files, as on a Supabase project, only product files are applied", async () => {
    await cp(join(ROOT, "supabase/migrations/20261122000100_private.sql"), file("20261122000100_private.sql"))
    expect(await run()).toEqual(["20261122000100_private"])
    expect(await database.db.query("select * from supabase_migrations.platform_migrations")).toEqual([])
  })

  test("claims are available through auth.uid(), auth.role(), auth.email() and auth.jwt()", async () => {
    const migrated = await createTestDatabase()
    const sub = "6f1e2d3c-0000-4000-8000-000000000001"
    const asked =
      "select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'aal' as aal"
    expect(await migrated.db.query(asked)).toEqual([{ uid: null, role: null, email: null, aal: null }])
    await migrated.db.transaction(async (db) => {
      const claims = { sub, role: "authenticated", email: "a@example.com", aal: "aal2" }
      await db.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
      await db.query("set local role authenticated")
      expect(await db.query(asked)).toEqual([
        { uid: sub, role: "authenticated", email: "a@example.com", aal: "aal2" },
      ])
    })
    await migrated.drop()
  })

  test("statement timeouts for visitors are stored with the roles", async () => {
    // Roles belong to the whole server, and its template database was migrated.
    expect(
      await database.db.query(
        "select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated', 'authenticator') order by 1",
      ),
    ).toEqual([
      { rolname: "anon", rolconfig: ["statement_timeout=3s"] },
      { rolname: "authenticated", rolconfig: ["statement_timeout=8s"] },
      { rolname: "authenticator", rolconfig: ["statement_timeout=8s"] },
    ])
  })

  test("an owner without superuser rights can apply them, and a second site on the server shares the roles after a superuser has run one statement", async () => {
    const owner = await ownerWithoutSuperuser()
    try {
      expect(await ours(owner.url)).toContain("20261120000100_roles")
      const db = connectPostgres({ url: owner.url, max: 1 })
      await db.sql`create table public.notes (text text)`
      await db.sql`alter table public.notes enable row level security`
      await ours(owner.url)
      const seenAs = (role: string) =>
        db.transaction(async (tx) => {
          await tx.sql`set local role ${tx.sql(role)}`
          return [...(await tx.sql`select * from public.notes`)]
        })
      await db.transaction(async (tx) => {
        await tx.sql`set local role service_role`
        await tx.sql`insert into public.notes values ('hello')`
      })
      expect(await seenAs("service_role")).toEqual([{ text: "hello" }])
      expect(await seenAs("anon")).toEqual([])
      // An owner who may not create event triggers goes without them.
      expect(await db.sql`select from pg_event_trigger`).toEqual([])
      await db.end()

      await owner.asSuperuser("create role second login createrole password 'secret'")
      await owner.asSuperuser("create database second owner second")
      const url = owner.url.replace("owner:secret", "second:secret").replace("/owned", "/second")
      await expect(ours(url)).rejects.toThrow(
        /as a superuser: grant anon, authenticated, service_role to second with admin option;$/,
      )
      await owner.asSuperuser("grant anon, authenticated, service_role to second with admin option")
      expect(await ours(url)).toContain("20261120000100_roles")
      expect(await ours(owner.url)).toEqual([])
    } finally {
      await owner.drop()
    }
  })

  test.each([18, 15])(
    "on PostgreSQL %i, an owner without CREATEROLE is told what a superuser has to run, which is enough",
    async (version) => {
      const owner = await ownerWithoutSuperuser({ version, createrole: false })
      if (!owner) return
      try {
        const refusal = await ours(owner.url).catch((error: Error & { code?: string }) => error)
        expect(refusal).toMatchObject({ code: "database_refused" })
        const [, statements = ""] = /Run once as a superuser: (.*)$/.exec((refusal as Error).message) ?? []
        expect(statements).toMatch(
          /create role anon .*grant anon, authenticated, service_role to owner with admin option;$/,
        )
        await owner.asSuperuser(statements)
        // The owner may pass on privileges that were granted with the grant option.
        expect(await ours(owner.url)).toContain("20261120000100_roles")
      } finally {
        await owner.drop()
      }
    },
  )

  test("an owner who may not create tables gets one sentence that says so", async () => {
    await writeFile(file("20260101000000_first.sql"), "create table t (a int);")
    await database.db.query("create schema supabase_migrations")
    const name = new URL(database.url).pathname.slice(1)
    await database.db.query(`create role ${name}_guest login password 'secret'`)
    await database.db.query(`grant usage, create on schema supabase_migrations to ${name}_guest`)
    await database.db.query(`grant create on database ${name} to ${name}_guest`)
    await database.db.query("revoke create on schema public from public")
    const url = new URL(database.url)
    Object.assign(url, { username: `${name}_guest`, password: "secret" })
    const refusal = await run(url.href).catch((error: Error) => error)
    expect(refusal).toMatchObject({ code: "database_refused" })
    expect((refusal as Error).message).toMatch(/permission denied for schema public[^\n]*$/)
    await database.db.query(`drop owned by ${name}_guest`)
    await database.db.query(`drop role ${name}_guest`)
  })

  /** On a separate server, because roles belong to the whole server and ours already exist on the shared one. */
  async function ownerWithoutSuperuser({ version = 18, createrole = true } = {}) {
    const server = await startServer(version)
    if (!server) {
      process.stderr.write(
        `PostgreSQL ${version} is not to be had: an owner without CREATEROLE was NOT tried there.\n`,
      )
      return null as never
    }
    const root = connectPostgres({ url: server.url, max: 1 })
    await root.query(`create role owner login ${createrole ? "createrole" : ""} createdb password 'secret'`)
    await root.sql`create database owned owner owner`
    const { host } = new URL(server.url)
    return {
      url: `postgres://owner:secret@${host}/owned`,
      asSuperuser: (statements: string) => root.query(statements),
      async drop() {
        await root.end()
        await server.stop()
      },
    }
  }

  async function startServer(version: number): Promise<{ url: string; stop(): Promise<void> } | null> {
    if (version === 15) {
      const found = await findPostgresql15()
      return found && startPostgresql15(found)
    }
    const { startEmbedded } = await import("./embedded.ts")
    const folder = await mkdtemp(join(tmpdir(), "b4m-owner-"))
    await chmod(folder, 0o755)
    const dataDir = await copyBaseCluster(join(folder, "data"))
    const embedded = await startEmbedded({ dataDir, log: collectLog() })
    return {
      url: embedded.url,
      async stop() {
        await embedded.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
})

test("no migration is empty", async () => {
  for (const folder of ["supabase/migrations", "platform/migrations"]) {
    for (const name of await readdir(join(ROOT, folder))) {
      expect((await readFile(join(ROOT, folder, name), "utf8")).trim(), name).not.toBe("")
    }
  }
})
