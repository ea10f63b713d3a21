/**
 * One run of sending an issue, as a process that a test can kill: node send-issue-program.ts <database url>
 * <issue> outbox|smtp <folder or smtp url>
 */

import { once } from "node:events"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createOutbox } from "#adapters/mail/outbox.ts"
import { createSmtp } from "#adapters/mail/smtp.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "./unused-ports.ts"

const [url = "", issue = "", engine = "", target = ""] = process.argv.slice(2)
const from = "B4M <hello@b4m.example>"
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => console.error(fields) }
const db = connectPostgres({ url, max: 4, applicationName: "send issue" })
const transport =
  engine === "smtp"
    ? createSmtp({ url: target, from, neverTwice: true })
    : createOutbox({ folder: target, from })
const world: World = {
  db,
  log,
  live: { publish: async () => {}, subscribe: () => () => {} },
  ...unusedPorts,
  mail: { queue: async () => {}, again: async () => false, reported: async () => {} },
  transports: { ...unusedPorts.transports, newsletters: transport },
  jobs: { add: async () => {}, wake: () => {} },
  accounts: createAccounts(() => new Date()),
  settings: { siteUrl: "http://b4m.test", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
  now: () => new Date(),
  sign: createSigner("a secret that only tests know"),
}
process.stdout.write(`{"ready":true}\n`)
// The test prepares the next run while this one sends.
await once(process.stdin, "data")
process.stdin.pause()
const outcome = await sendIssue(world, { issue: Number(issue) })
process.stdout.write(`${outcome}\n`)
await transport.close()
await db.end()
