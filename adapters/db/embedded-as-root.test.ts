import { chmod, chown, mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { runProgram } from "#test/support/child-program.ts"
import { ask, embeddedFolders, postmasterOf, run, uidOf } from "#test/support/embedded.ts"
import { makeSmallCheckout } from "#test/support/small-checkout.ts"
import { stopAbandoned } from "./embedded.ts"

const { folder, start, existing } = embeddedFolders()
const asRoot = process.getuid?.() === 0

test("PostgreSQL never runs as root", async () => {
  const dataDir = await existing(join(folder(), "data"))
  const embedded = await start(dataDir)
  const account = await uidOf(await postmasterOf(embedded))
  expect(account).not.toBe(0)
  if (!asRoot) expect(account).toBe(process.getuid?.())
  expect(embedded.dataDir).toBe(dataDir)
})

// Only root can start a process as another user; for any other user, every test of embedded.test.ts already
// ran unprivileged.
if (asRoot) describe("as root", startedByRoot)

function startedByRoot(): void {
  const account = { uid: 65_534, gid: 65_534 }

  test("an unprivileged user starts the server, root joins it, and the user can start it again", async () => {
    const checkout = join(folder(), "checkout")
    const { node, program } = await makeSmallCheckout(checkout)
    const home = join(folder(), "home")
    await mkdir(home)
    await chown(home, account.uid, account.gid)
    const dataDir = join(home, "data")

    const first = runProgram(program, [dataDir], { node, ...account })
    const { url, notes } = await first.ready
    expect(notes).toEqual([])
    expect(await uidOf(await postmasterOf({ dataDir }))).toBe(account.uid)
    await ask(url, "create table kept as select 7 as number")
    expect(await first.finish()).toBe(0)

    const ours = await start(dataDir)
    expect(await uidOf(await postmasterOf(ours))).toBe(account.uid)
    await ours.stop()

    const again = runProgram(program, [dataDir], { node, ...account })
    expect(await ask((await again.ready).url, "select number from kept")).toEqual([{ number: 7 }])
    expect(await again.finish()).toBe(0)
  })

  test("a home directory closed to others: data and binaries go where the account has access", async () => {
    const home = join(folder(), "home")
    await mkdir(home, { mode: 0o700 })
    const { node, program } = await makeSmallCheckout(join(home, "my site"))
    const dataDir = join(home, "my site/data/postgres")
    const first = runProgram(program, [dataDir], { node })
    const { url, dataDir: real, notes } = await first.ready
    try {
      expect(real).toMatch(/^\/var\/lib\/b4m\/[0-9a-f]{16}$/)
      expect(notes).toHaveLength(2)
      expect(notes.join(" ")).toContain(real)
      await ask(url, "create table kept as select 7 as number")
      expect(await first.finish()).toBe(0)

      // It stays the same database when the home directory becomes accessible later.
      await chmod(home, 0o755)
      const second = runProgram(program, [dataDir], { node })
      expect((await second.ready).dataDir).toBe(real)
      expect(await ask((await second.ready).url, "select number from kept")).toEqual([{ number: 7 }])
      expect(await second.finish()).toBe(0)

      // A copy of the checkout is a separate site.
      await chmod(home, 0o700)
      await run("cp", ["-a", dataDir, join(home, "copy")])
      const copy = await start(join(home, "copy"))
      expect(copy.dataDir).not.toBe(real)
      await copy.stop()
      await rm(copy.dataDir, { recursive: true, force: true })
    } finally {
      await stopAbandoned(dataDir)
      await rm(real, { recursive: true, force: true })
    }
  })
}
