import { connectPostgres } from "#adapters/db/postgres.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createJobs } from "#server/jobs/jobs.ts"
import { createMail } from "#server/world/mail.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "./unused-ports.ts"

/** The world of a program that a test can kill, with jobs that look twice a second; `ports` are those that the program uses. */
export function createProgramWorld(
  { databaseUrl, now, name, max }: { databaseUrl: string; now: string; name: string; max: number },
  ports: Partial<World>,
) {
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => console.error(fields) }
  const db = connectPostgres({ url: databaseUrl, max, applicationName: name })
  const queue = createJobs({ db, log, pollSeconds: 0.5 })
  const world: World = {
    ...unusedPorts,
    db,
    log,
    live: { publish: async () => {}, subscribe: () => () => {} },
    mail: createMail(queue.jobs),
    jobs: queue.jobs,
    accounts: createAccounts(() => new Date(now)),
    settings: {
      siteUrl: "http://b4m.test",
      operatorEmails: [],
      operatorsNeedSecondFactor: false,
      demo: false,
    },
    now: () => new Date(now),
    sign: createSigner("a secret that only tests know"),
    ...ports,
  }
  return { world, db, queue }
}
