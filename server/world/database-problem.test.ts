import { createServer, type Socket } from "node:net"
import { expect, inject, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { firstContact } from "./database-problem.ts"

/** The explained error of a first query to `url`. */
async function problemOf(url: string): Promise<string> {
  const db = connectPostgres({ url, max: 1 })
  try {
    await firstContact(url, async () => await db.sql`select 1`)
    return "none"
  } catch (error) {
    const explained = error as Error & { code: string }
    expect(explained.code).toBe("database_refused")
    return explained.message
  } finally {
    await db.end(0)
  }
}

const server = new URL(inject("testServerUrl"))
const changed = (parts: { password?: string; pathname?: string }): string =>
  Object.assign(new URL(server.href), parts).href

test.each([
  ["nothing there", "postgres://b4m:secret@127.0.0.1:1/b4m", /^Nothing answers at 127\.0\.0\.1:1:/],
  ["no such host", "postgres://b4m:secret@nowhere.invalid/b4m", /could not be looked up|is not known/],
  ["a wrong password", changed({ password: "secret" }), /^The password in DATABASE_URL is wrong/],
  ["no such database", changed({ pathname: "/gone" }), /is not there .*"gone".*Create it first\.$/],
])("%s is reported in one sentence without the password", async (_name, url, sentence) => {
  const said = await problemOf(url)
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/secret|\n/)
})

test.each([
  [
    "closes connections",
    (socket: Socket) => socket.destroy(),
    /^127\.0\.0\.1:\d+ closed the connection at once: [^\n]*$/,
  ],
  ["says nothing", () => {}, /^127\.0\.0\.1:\d+ did not answer as PostgreSQL does: [^\n]*$/],
])("a server that %s is reported in one sentence", async (_name, onConnection, sentence) => {
  const other = createServer(onConnection)
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  const { port } = other.address() as { port: number }
  const url = `postgres://b4m:secret@127.0.0.1:${port}/b4m`
  const db = connectPostgres({ url, max: 1 })
  await expect(firstContact(url, async () => await db.sql`select 1`)).rejects.toMatchObject({
    code: "database_refused",
    message: expect.stringMatching(sentence),
  })
  void db.end(0).catch(() => undefined)
  other.close()
})

test("an untrusted certificate is reported with the way to name its authority", async () => {
  const error = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
  const contact = firstContact("postgres://a:b@db.example/b4m", () => Promise.reject(error))
  await expect(contact).rejects.toThrow(/sslrootcert=<file>/)
})

test("any other error is not changed", async () => {
  const bug = new TypeError("x is not a function")
  await expect(firstContact(server.href, () => Promise.reject(bug))).rejects.toBe(bug)
})
