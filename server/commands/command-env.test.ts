/** Commands run from a shell that lacks the service's settings. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let site: TestWorld
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  site = await createTestWorld()
  folder = await mkdtemp(join(tmpdir(), "b4m-command-env-"))
})
afterEach(() => killAll(running))
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

function start(program: string, env: Record<string, string> = {}, ...parameters: string[]): ServerProcess {
  const given = { DATABASE_URL: site.database.url, DATA_DIR: folder, PORT: "0", ...env }
  const started = startProcess(program, given, parameters)
  running.push(started)
  return started
}

/** Starts the site with these settings and stops it. */
async function serveOnce(env: Record<string, string>): Promise<void> {
  const server = start("server/main.ts", env)
  await server.url
  server.kill("SIGTERM")
  expect(await server.ended).toBe(0)
}

async function recompute(env: Record<string, string>) {
  const command = start("server/commands/recompute.ts", env)
  return [await command.ended, command.output()] as const
}

test("before the site has run, a command does not guess its URL", async () => {
  expect(await recompute({})).toEqual([1, expect.stringMatching(/^SITE_URL is not known, [^\n]*\n$/)])
})

test("a command takes the URL that the service has recorded, and a different AUTH_SECRET, or a secret that only the service has, is refused with one sentence", async () => {
  const own = { AUTH_SECRET: "a".repeat(40) }
  const stripe = { STRIPE_SECRET_KEY: "sk_test_0123456789", STRIPE_WEBHOOK_SECRET: "whsec_0123456789" }
  const recorded = {
    SITE_URL: "https://b4m.example",
    STRAVA_DISPLAY: "public",
    OPERATOR_EMAILS: "ana@b4m.test",
  }
  await serveOnce({ ...recorded, ...own, ...stripe })
  expect(await recompute(own)).toEqual([
    1,
    expect.stringMatching(/^The site runs with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, [^\n]*\n$/),
  ])
  expect(await recompute({ AUTH_SECRET: "b".repeat(40), ...stripe })).toEqual([
    1,
    expect.stringMatching(/^AUTH_SECRET is not that of the running site, [^\n]*\n$/),
  ])
  expect((await recompute({ ...own, ...stripe }))[0]).toBe(0)
  const [kept] = await site.world.db.sql<{ value: string }>`
    select value from private.settings where name = 'service'`
  expect(kept?.value).not.toMatch(/aaaa|sk_test|whsec_/)
  // A command changes no recorded setting.
  expect(await site.world.db.sql`select value from private.settings where name = 'strava_display'`).toEqual([
    { value: "public" },
  ])
})
