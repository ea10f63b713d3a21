/**
 * A problem that prevents the start is reported to the person who started it in one sentence, without a stack trace.
 */
import { existsSync, readdirSync } from "node:fs"
import { chmod, chown, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { chooseRunAs } from "#adapters/db/embedded/run-as.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase } from "#test/support/database.ts"
import { embeddedFolders, run } from "#test/support/embedded.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { makeSmallCheckout } from "#test/support/small-checkout.ts"

const { folder } = embeddedFolders()
const running: ServerProcess[] = []
afterEach(() => killAll(running))

/** The result of a failed start: its exit code and standard error. */
async function fail(
  env: Record<string, string>,
  [program = "server/main.ts", ...args]: string[] = [],
): Promise<{ code: string | number; said: string }> {
  const given = { PORT: "0", DATA_DIR: join(folder(), "data"), ...env }
  const server = startProcess(program, given, args)
  running.push(server)
  const code = await server.ended
  return { code, said: server.stderr() }
}

test.each([
  [["server/main.ts"]],
  [["server/commands/jobs.ts", "list"]],
  [["server/commands/strava.ts", "status"]],
])("data of another major version of PostgreSQL: %s", async (program) => {
  await mkdir(join(folder(), "data/postgres/cluster"), { recursive: true })
  await writeFile(join(folder(), "data/postgres/cluster/PG_VERSION"), "17\n")
  const { code, said } = await fail({}, program)
  expect(said).toMatch(/^[^\n]* was created by PostgreSQL 17, [^\n]* npm run upgrade-database[^\n]*\n$/)
  expect(code).toBe(1)
})

test.each([
  [["server/main.ts"], "BACKUP_DIR", 78],
  [["server/commands/backup.ts"], "BACKUP_DIR", 1],
  [["server/commands/restore.ts", "backup.tar.gz", "--drill"], "DATA_DIR", 1],
])("a folder that cannot be created: %s", async (program, setting, expected) => {
  const { code, said } = await fail({ [setting]: "/proc/y" }, program)
  expect(said).toMatch(new RegExp(`^${setting} cannot be used: [^\\n]*/proc/y[^\\n]*\\n$`))
  expect(code).toBe(expected)
})

test("SUPABASE_URL with a database that is not a Supabase project's", async () => {
  const { db, url, drop } = await createTestDatabase()
  await db.query("drop schema auth cascade")
  const { code, said } = await fail({
    DATABASE_URL: url,
    SUPABASE_URL: "http://127.0.0.1:1",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_aaaaaaaaaaaaaaaaaaaaaa",
    SUPABASE_SECRET_KEY: "sb_secret_aaaaaaaaaaaaaaaaaaaaaa",
  })
  expect(said).toMatch(/^SUPABASE_URL is set, but [^\n]* no Supabase project[^\n]*\n$/)
  expect(code).toBe(1)
  await drop()
})

test("a failing migration", async () => {
  const { db, url, drop } = await createTestDatabase()
  await db.query("drop schema supabase_migrations cascade")
  const folders = { product: join(folder(), "product"), platform: join(folder(), "platform") }
  await mkdir(folders.platform)
  await mkdir(folders.product)
  await writeFile(join(folders.product, "20991231235959_broken.sql"), "create table broken (id nonsense);")
  const migrating = migrate({ url, platform: false, log: collectLog(), folders })
  await expect(migrating).rejects.toMatchObject({
    code: "database_refused",
    message: expect.stringMatching(/^[^\n]*20991231235959_broken\.sql could not be applied: [^\n]*$/),
  })
  await drop()
})

test("npm run fuzz with an unknown argument", async () => {
  const asked = run(process.execPath, ["scripts/fuzz.ts", "abc"]).catch((error: unknown) => error)
  expect(await asked).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^[^\n]*--requests 500 --seed 7[^\n]*\n$/),
  })
})

// Only root can change a folder's owner to an account that does not exist.
test.runIf(process.getuid?.() === 0)("an owner of the data who has no name on this machine", async () => {
  const data = join(folder(), "data")
  await mkdir(data)
  await chmod(data, 0o700)
  await chown(data, 54_321, 54_321)
  expect((await chooseRunAs(join(data, "postgres")))?.uid).not.toBe(54_321)
  // As in a container that runs under a numeric user id, from a folder that this user can enter.
  const { node, program } = await makeSmallCheckout(join(folder(), "checkout"))
  const script = `process.setgid(54321); process.setuid(54321); await import(${JSON.stringify(program)})`
  const args = ["--input-type=module", "-e", script, "program", join(data, "postgres")]
  const started = run(node, args, { env: { ...process.env, NODE_OPTIONS: "" }, cwd: "/" })
  // The program stops the database when its input ends.
  started.child.stdin?.end()
  const ended = await started.catch((error: unknown) => error)
  // Where Debian's libnss-wrapper is installed, as in the image, the user gets a name from it.
  const libraries = readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "libnss_wrapper.so"))
  if (libraries.some(existsSync))
    expect(ended).toMatchObject({ stdout: expect.stringContaining("postgres://") })
  else
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/user 54321 has no name on this machine, and PostgreSQL needs one/),
    })
})
