import { generateKeyPairSync } from "node:crypto"
import { expect, onTestFinished, test } from "vitest"
import type { World } from "#domain/world.ts"
import { readEnv } from "#server/process/env.ts"
import { startDnsServer, type Zone } from "#test/support/dns-server.ts"
import type { RunningJobs } from "../jobs/jobs.ts"
import { createMachine } from "./machine.ts"

test("an external database has no backups of ours, even if a bucket for them is set", async () => {
  const env = readEnv({
    DATABASE_URL: "postgres://b4m:b4m@db.example/b4m",
    BACKUP_S3_BUCKET: "b4m-backups",
    DATA_DIR: "/nowhere",
  })
  const machine = createMachine(env, {} as World, { queue: {} as RunningJobs, stores: [] })
  expect(await machine.backups()).toEqual([])
})

const sending = async (zone: Zone, more: Record<string, string> = {}) => {
  const server = await startDnsServer(zone)
  onTestFinished(() => server.close())
  const env = readEnv({
    ...{ DATABASE_URL: "postgres://b4m:b4m@db.example/b4m", DATA_DIR: "/nowhere" },
    ...{ MAIL_FROM: "B4M <hello@b4m.example>", DNS_SERVER: server.address, ...more },
  })
  const records = await createMachine(env, {} as World, {
    queue: {} as RunningJobs,
    stores: [],
  }).sendingRecords()
  return records.map(({ type, name, problem }) => `${type} ${name}: ${problem ?? "right"}`)
}

test("The sending check asks a name server for every record that the sender's mail needs, and says what is wrong", async () => {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 })
    .publicKey.export({ format: "der", type: "spki" })
    .toString("base64")
  const zone: Zone = {
    "MX b4m.example": ["10 mx.provider.example"],
    "TXT b4m.example": ["v=spf1 include:_spf.provider.example -all"],
    "TXT s1._domainkey.b4m.example": [`v=DKIM1; k=rsa; p=${key}`],
    "TXT _dmarc.b4m.example": ["v=DMARC1; p=none"],
  }
  const more = { MAIL_DKIM_SELECTOR: "s1", MAIL_SPF: "include:_spf.provider.example" }
  expect(await sending(zone, more)).toEqual([
    "MX b4m.example: right",
    "TXT b4m.example: right",
    "TXT s1._domainkey.b4m.example: right",
    "TXT _dmarc.b4m.example: right",
  ])
  expect(await sending({ ...zone, "TXT b4m.example": ["v=spf1 +all"] }, more)).toContain(
    "TXT b4m.example: does not contain include:_spf.provider.example",
  )
  expect(await sending({})).toEqual([
    "MX b4m.example: is missing",
    "TXT b4m.example: is missing",
    "TXT <selector>._domainkey.b4m.example: cannot be checked without its name: set MAIL_DKIM_SELECTOR, or give it as --dkim",
    "TXT _dmarc.b4m.example: is missing",
  ])
})
