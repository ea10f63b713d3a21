import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readEnv } from "./env.ts"
import { readSecrets } from "./secrets.ts"

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "b4m-secrets-")), "with a space", "data")
})
afterEach(() => rm(join(folder, "../.."), { recursive: true, force: true }))

const envWith = (source: Record<string, string> = {}) => readEnv({ DATA_DIR: folder, ...source })

test("secrets are generated once and are readable only by their owner", async () => {
  const first = await readSecrets(envWith())
  expect(first.AUTH_SECRET).toMatch(/^[\w-]{64}$/)
  expect(first.SUPABASE_PUBLISHABLE_KEY).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  expect(first.SUPABASE_SECRET_KEY).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/)
  expect(new Set(Object.values(first)).size).toBe(4)
  expect((await stat(join(folder, "secrets.json"))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o066).toBe(0)
  expect(await readSecrets(envWith())).toEqual(first)
  expect(await readdir(folder)).toEqual(["secrets.json"])
})

test("secrets from the environment take precedence and are not stored", async () => {
  const given = "g".repeat(40)
  const secrets = await readSecrets(envWith({ AUTH_SECRET: given }))
  expect(secrets.AUTH_SECRET).toBe(given)
  expect(await readFile(join(folder, "secrets.json"), "utf8")).not.toContain(given)
})

test("a secret that an older version did not have is added, the others are kept", async () => {
  const { METRICS_TOKEN, ...older } = await readSecrets(envWith())
  await writeFile(join(folder, "secrets.json"), JSON.stringify({ ...older, ofTomorrow: "kept" }))
  const secrets = await readSecrets(envWith())
  expect(secrets).toMatchObject(older)
  expect(secrets.METRICS_TOKEN).not.toBe(METRICS_TOKEN)
  expect(await readFile(join(folder, "secrets.json"), "utf8")).toContain('"ofTomorrow": "kept"')
})

test("eight processes that start concurrently get the same secrets", async () => {
  const script = `import { readEnv } from "./server/process/env.ts"
    import { readSecrets } from "./server/process/secrets.ts"
    process.stdout.write(JSON.stringify(await readSecrets(readEnv({ DATA_DIR: process.argv[1] }))))`
  const root = new URL("../..", import.meta.url).pathname
  const runs = Array.from({ length: 8 }, () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, folder], { cwd: root }),
  )
  const answers = (await Promise.all(runs)).map(({ stdout }) => stdout)
  expect(new Set(answers).size).toBe(1)
  expect(await readdir(folder)).toEqual(["secrets.json"])
})

test("the lock of a killed process is broken", async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "secrets.lock"), "")
  const made = performance.now()
  const secrets = await readSecrets(envWith(), { lockLastsMs: 500 })
  expect(secrets.AUTH_SECRET).toHaveLength(64)
  expect(performance.now() - made).toBeGreaterThan(450)
})

test("in production with a DATABASE_URL, a missing secret stops the start with one sentence", async () => {
  const production = { NODE_ENV: "production", DATABASE_URL: "postgres://b4m@db/b4m" }
  await expect(readSecrets(envWith(production))).rejects.toThrow(
    /^AUTH_SECRET, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, METRICS_TOKEN must be set when NODE_ENV=production uses a DATABASE_URL, for example AUTH_SECRET=\S{64}$/,
  )
  const long = "x".repeat(40)
  const keys = { AUTH_SECRET: long, SUPABASE_PUBLISHABLE_KEY: long, SUPABASE_SECRET_KEY: long }
  await expect(readSecrets(envWith({ ...production, ...keys }))).rejects.toThrow(/^METRICS_TOKEN must be set/)
  expect(await readSecrets(envWith({ ...production, ...keys, METRICS_TOKEN: long }))).toMatchObject(keys)
})

test("a damaged file stops the start instead of signing everybody out", async () => {
  await readSecrets(envWith())
  await writeFile(join(folder, "secrets.json"), '{"AUTH_SECRET": "abc')
  await expect(readSecrets(envWith())).rejects.toThrow(/secrets\.json is damaged/)
})

test("a folder that cannot be created is reported in a sentence about DATA_DIR", async () => {
  await mkdir(join(folder, ".."), { recursive: true })
  await writeFile(folder, "a file")
  await expect(readSecrets(envWith())).rejects.toThrow(
    /^DATA_DIR must be a folder that can be made and written/,
  )
})
