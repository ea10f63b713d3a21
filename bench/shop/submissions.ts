import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { forms } from "#content/forms.ts"
import { receive } from "#domain/leads/receive.ts"
import { makeStamp } from "#domain/leads/stamp.ts"
import type { Log, World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createJobs } from "#server/jobs.ts"
import { createMail } from "#server/mail.ts"
import { createSigner } from "#server/signer.ts"
import { submissionWorker } from "#server/workers/leads.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import type { BenchResult } from "../run.ts"
import { connections, inTurn } from "./in-turn.ts"

const rounds = 5
const wanted = 0.3
const form = forms.partner

/**
 * Submissions per second through the whole flow (stamp, check, score, row, job), compared with a bare insert
 * of the same row.
 */
export async function measureSubmissions(url: string, log: Log): Promise<BenchResult> {
  const db = connectPostgres({ url, max: connections })
  const running = createJobs({ db, log })
  await running.open({ workers: [submissionWorker()] })
  let now = Date.now()
  const world: World = {
    db,
    log,
    live: { publish: async () => {}, subscribe: () => () => {} },
    ...unusedPorts,
    mail: createMail(running.jobs),
    jobs: running.jobs,
    accounts: createAccounts(() => new Date(now)),
    settings: { siteUrl: "http://bench", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
    now: () => new Date(now),
    sign: createSigner("bench"),
  }
  await db.query("create table private.bare_submissions (like submissions including all)")
  try {
    const shares: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const { bare, whole } = await inTurn({
        bare: () => bareInsert(db),
        whole: () => submitOne(world, () => (now += 10_000)),
      })
      // The first round warms up.
      if (round === 0) continue
      shares.push(whole / bare)
      process.stdout.write(
        `submissions, round ${round}: ${Math.round(whole)}/s, bare insert ${Math.round(bare)}/s, ${(whole / bare).toFixed(2)}\n`,
      )
    }
    const share = shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    process.stdout.write(`submissions: median share ${share.toFixed(2)}\n`)
    return { target: `submissions at least ${wanted} of a bare insert`, met: share >= wanted }
  } finally {
    await running.stop(1)
    await db.end()
  }
}

const answers = {
  companyName: "Northline",
  contactName: "Mara Voss",
  email: "mara@northline.example",
  phone: "+1 (949) 555-0100",
  website: "northline.example",
  partnershipType: "Put up a prize",
  budget: "$1,000 to $5,000",
  message: "We make race belts and would like to put some up as a prize.",
}

async function submitOne(world: World, later: () => void): Promise<void> {
  const sent = new FormData()
  for (const [name, value] of Object.entries(answers)) sent.set(name, value)
  sent.set("form", form.id)
  sent.set("stamp", makeStamp(world, form.id))
  later()
  const received = await receive(world, {
    form,
    sent,
    sender: { ip: "203.0.113.9", userAgent: "bench" },
    allowed: async () => true,
  })
  if (!received.ok) throw new Error(`A submission was answered with ${received.code}`)
}

async function bareInsert(db: PostgresDb): Promise<void> {
  const now = new Date()
  await db.sql`
    insert into private.bare_submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status_at, mails_due)
    values (
      ${form.id}, 1, ${crypto.randomUUID()}, ${answers.email}, ${answers.contactName}, ${db.sql.json(answers)},
      ${form.consent}, ${now}, ${now}, true
    )
  `
}
