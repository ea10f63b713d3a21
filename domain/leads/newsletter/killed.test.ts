/** An issue whose sending process is killed again and again. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { runProgram } from "#test/support/child-program.ts"
import { scheduledIssue } from "#test/support/newsletters.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { issueStatus } from "./issue.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db.sql`truncate subscribers, newsletter_issues cascade`
})

const text = {
  list: "newsletter",
  subject: "The first miles",
  preview: "What the board did",
  markdown: "Hello **there**, [come](/events)",
  html: '<p>Hello <strong>there</strong>, <a href="http://b4m.test/events">come</a></p>',
  places: null,
}
const scheduled = (recipients: number) => scheduledIssue(site.world, text, recipients)

describe("killed while it is being sent", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "b4m-issue-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /**
   * Sends an issue with separate processes: `kills` of them end by SIGKILL at a random moment in their share of the
   * mails; the one after them finishes. If a run that should be killed ends normally, the test fails.
   */
  async function sendWithKills(sending: {
    issue: number
    engine: "outbox" | "smtp"
    target: string
    readers: number
    kills: number
    arrived(): Promise<number>
  }): Promise<void> {
    const { readers, kills, arrived } = sending
    const start = () =>
      runProgram(join(import.meta.dirname, "../../../test/support/send-issue-program.ts"), [
        site.database.url,
        String(sending.issue),
        sending.engine,
        sending.target,
      ])
    let next = start()
    for (let killed = 0; killed <= kills; killed++) {
      const run = next
      await run.ready
      // The next one gets ready while this one sends.
      if (killed < kills) next = start()
      run.process.stdin?.write("send\n")
      if (killed === kills) {
        expect([await run.ended, run.lines]).toEqual([0, ["finished"]])
        return
      }
      const moment = ((killed + Math.random()) * readers) / kills
      while ((await arrived()) < Math.min(moment, readers - 50)) {
        expect(run.process.exitCode, "the run ended before it could be killed").toBeNull()
        await sleep(2)
      }
      await run.kill()
    }
  }

  // Each kill happens at random within its third of the mails, which is more than a run reads ahead.
  test("three times during 300 mails through SMTP: nobody gets two, and mails in doubt are reported", async () => {
    const readers = 300
    const arrived: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, session, done) {
        stream.resume().on("end", () => {
          arrived.push(session.envelope.rcptTo[0]?.address ?? "")
          done()
        })
      },
    })
    // Broken connections are expected here.
    server.on("error", () => {})
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.server.address() as AddressInfo
    const issue = await scheduled(readers)
    await sendWithKills({
      issue,
      engine: "smtp",
      target: `smtp://127.0.0.1:${port}`,
      readers,
      kills: 3,
      arrived: async () => arrived.length,
    })
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(new Set(arrived).size).toBe(arrived.length)
    const { sent = 0, unknown = 0, ...others } = (await issueStatus(site.world.db, issue))?.deliveries ?? {}
    // Every reader either received the mail or is reported as in doubt: at most the mails in flight at each kill.
    expect([sent + unknown, others]).toEqual([readers, {}])
    // At each of the three kills, at most four mails are in flight.
    expect(unknown).toBeLessThanOrEqual(3 * 4)
    const rows = await site.world.db.sql<{ email: string }>`
      select who.email from newsletter_deliveries d join subscribers who on who.id = d.subscriber_id
      where d.state = 'sent'
    `
    const got = new Set(arrived)
    expect(rows.filter(({ email }) => !got.has(email))).toEqual([])
  })

  test("into files, where a repeat is harmless: everybody gets exactly one mail and none is in doubt", async () => {
    const readers = 200
    const outbox = join(folder, "outbox")
    const issue = await scheduled(readers)
    const files = async () => {
      const names = await readdir(outbox).catch(() => [])
      return names.filter((name) => name.endsWith(".eml"))
    }
    await sendWithKills({
      issue,
      engine: "outbox",
      target: outbox,
      readers,
      kills: 2,
      arrived: async () => (await files()).length,
    })
    const mails = await Promise.all((await files()).map((name) => readFile(join(outbox, name), "utf8")))
    const recipients = mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1])
    expect([recipients.length, new Set(recipients).size]).toEqual([readers, readers])
    expect((await issueStatus(site.world.db, issue))?.deliveries).toEqual({ sent: readers })
  })
})
