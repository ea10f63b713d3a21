import { generateKeyPairSync } from "node:crypto"
import { afterEach, expect, test } from "vitest"
import { startDnsServer, type Zone } from "#test/support/dns-server.ts"
import { startProcess } from "#test/support/server-process.ts"

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const key = (bits: number) =>
  generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ format: "der", type: "spki" })
    .toString("base64")

const complete: Zone = {
  "A b4m.example": ["203.0.113.7"],
  "AAAA b4m.example": ["2001:db8:0:0:0:0:0:7"],
  "MX mail.b4m.example": ["10 mx.provider.example"],
  "MX b4m.example": ["10 mx.provider.example"],
  "TXT mail.b4m.example": ["site-verification=1", "v=spf1 include:_spf.provider.example -all"],
  "TXT s1._domainkey.mail.b4m.example": [`v=DKIM1; k=rsa; p=${key(2048)}`],
  "TXT _dmarc.b4m.example": ["v=DMARC1; p=quarantine; rua=mailto:reports@b4m.example"],
}

const settings = {
  SITE_URL: "https://b4m.example",
  MAIL_FROM: "B4M <hello@mail.b4m.example>",
  REPLY_ADDRESS: "reply@b4m.example",
}
const options = [
  ...["--dkim", "s1", "--spf", "include:_spf.provider.example"],
  ...["--address", "203.0.113.7", "--address", "2001:db8::7"],
]

/** Runs the command against a name server with these records; undefined removes one of the complete zone. */
async function check(changes: Record<string, readonly string[] | undefined> = {}, args = options) {
  const zone = Object.fromEntries(
    Object.entries({ ...complete, ...changes }).filter(
      (one): one is [string, string[]] => one[1] !== undefined,
    ),
  )
  const server = await startDnsServer(zone)
  servers.push(server)
  const command = startProcess("server/commands/dns.ts", settings, [...args, "--server", server.address])
  return { code: await command.ended, text: command.output() }
}

test("with every record in place the command succeeds; DMARC of the domain above counts", async () => {
  const { code, text } = await check()
  expect(text).toContain("Every record is right.")
  expect(text).not.toContain("CHECK")
  expect(code).toBe(0)
})

test("each missing record is named with the value to enter", async () => {
  const empty = Object.fromEntries(Object.keys(complete).map((name) => [name, undefined]))
  const { code, text } = await check(empty)
  expect(code).toBe(1)
  expect(text).toContain("6 of 6 records need attention.")
  expect(text.match(/this record is missing/g)).toHaveLength(6)
  expect(text).toContain("wanted: 203.0.113.7 and 2001:db8::7")
  expect(text).toContain("wanted: v=spf1 include:_spf.provider.example -all")
  expect(text).toContain("TXT _dmarc.mail.b4m.example")
})

test.each([
  [
    "an address of another machine",
    { "AAAA b4m.example": ["2001:db8:0:0:0:0:0:8"] },
    "which is not this machine",
  ],
  ["a domain that accepts no mail", { "MX b4m.example": ["0 ."] }, "accepts no mail"],
  ["two SPF records", { "TXT mail.b4m.example": ["v=spf1 -all", "v=spf1 ~all"] }, "more than once"],
  [
    "SPF without the provider",
    { "TXT mail.b4m.example": ["v=spf1 mx -all"] },
    "does not contain include:_spf",
  ],
  [
    "SPF for everybody",
    { "TXT mail.b4m.example": ["v=spf1 include:_spf.provider.example +all"] },
    "allows everybody to send",
  ],
  ["SPF without an end", { "TXT mail.b4m.example": ["v=spf1 include:_spf.provider.example"] }, "has no end"],
  ["a withdrawn key", { "TXT s1._domainkey.mail.b4m.example": ["v=DKIM1; p="] }, "it was withdrawn"],
  [
    "a key that lost its end",
    { "TXT s1._domainkey.mail.b4m.example": [`v=DKIM1; p=${key(2048).slice(0, 200)}`] },
    "cut off or mistyped",
  ],
  [
    "a short key",
    { "TXT s1._domainkey.mail.b4m.example": [`v=DKIM1; p=${key(768)}`] },
    "receivers require 1024",
  ],
  [
    "DMARC without a policy",
    { "TXT _dmarc.b4m.example": ["v=DMARC1; rua=mailto:a@b4m.example"] },
    "no policy",
  ],
])("%s is found", async (_what, changes, problem) => {
  const { code, text } = await check(changes)
  expect(text).toContain(problem)
  expect(text).toContain("1 of 6 records need attention.")
  expect(code).toBe(1)
})

test("without the name of the DKIM key, the command says how to give it", async () => {
  const { code, text } = await check({}, options.slice(2))
  expect(text).toContain("cannot be checked without its name: set MAIL_DKIM_SELECTOR, or give it as --dkim")
  expect(code).toBe(1)
})

test("a name server that does not answer is not taken for a missing record", async () => {
  const command = startProcess("server/commands/dns.ts", settings, [...options, "--server", "127.0.0.1:9"])
  expect(await command.ended).toBe(1)
  expect(command.output()).toMatch(/could not be asked for \((ECONNREFUSED|ETIMEOUT)\)/)
  expect(command.output()).not.toContain("is missing")
})
