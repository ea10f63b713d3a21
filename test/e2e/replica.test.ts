/** An athlete's page from a streaming replica of the database: never older than the last change, and there without the replica. */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { startReplicated } from "#test/support/replica.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { callerOf } from "./support/own-members.ts"
import { freePort, ownEnvironment, root, startProgram } from "./support/program.ts"
import { expect, test } from "./support/test.ts"

test("an athlete's page comes from the replica, shows every upload at once, and needs no replica", async () => {
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-e2e-replica-"))
  await chmod(folder, 0o755)
  const servers = await startReplicated()
  const data = join(folder, "data")
  const site = await startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env: {
      ...ownEnvironment(),
      ...{ PORT: String(await freePort()), DATA_DIR: data, LOG_LEVEL: "warn" },
      ...{ DATABASE_URL: servers.primaryUrl, DATABASE_READ_URL: servers.replicaUrl },
    },
    patienceMs: 180_000,
  })
  try {
    const { join: joinSite, upload } = callerOf({ url: site.url, data })
    const lena = await joinSite("Lena Replica", "public")
    const address = `${site.url}/leaderboard/athletes/${lena.slug}`
    const read = async () => {
      const answer = await fetch(address)
      expect(answer.status).toBe(200)
      return answer.text()
    }
    /** The page after an upload, which has to differ from the one before. */
    const readAfter = async (minutes: number) => {
      const before = await read()
      await upload(lena, minutes)
      await expect.poll(async () => (await read()) === before).toBe(false)
    }
    /** Whether the replica has been asked for an athlete since it started, after one more upload. */
    const wasAskedAfter = async (minutes: number) => {
      await readAfter(minutes)
      const asked = "select 1 from pg_stat_activity where pid <> pg_backend_pid() and query ~ 'athletes'"
      return (await servers.replica.query(asked)).length > 0
    }
    await readAfter(90)
    await expect.poll(() => wasAskedAfter(30)).toBe(true)

    await servers.pause()
    await readAfter(60)
    await servers.resume()
    await servers.kill()
    await readAfter(45)
    await servers.startAgain()
    await expect.poll(() => wasAskedAfter(20)).toBe(true)
  } finally {
    await site.stop()
    await servers.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
