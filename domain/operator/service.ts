import { services } from "#content/services.ts"
import { callbackPath, webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { healthOf } from "#domain/competition/intake/connections/health.ts"
import { heldLists } from "#domain/competition/intake/connections/held-list.ts"
import { connectionsStatus } from "#domain/competition/intake/connections/status.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Machine } from "#ports/machine.ts"
import type { Inverse } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

type JobsMoved = { ok: true; moved: number } | { ok: false; code: "no_machine" | "unknown_job" }

type WithJobs<Verb extends keyof Machine> = Pick<World, "db" | "now"> & { machine?: Pick<Machine, Verb> }

/** Puts dead jobs back into their queues. Errors: those of `act`; `no_machine`; `unknown_job`: none of them is dead. */
export async function retryJobs(world: WithJobs<"retryJobs">, operator: Operator, ids: readonly string[]) {
  const command = { command: "job.retry", subject: jobsOf(ids) } as const
  return act(world, operator, command, ({ machine }) => counted(machine?.retryJobs(ids)))
}

/** Removes dead jobs from the list without performing them. Errors: those of `retryJobs`. */
export async function dropJobs(world: WithJobs<"dropJobs">, operator: Operator, ids: readonly string[]) {
  const look = async (_db: Db, done?: { ok: true }) => ({ dropped: done ? [...ids] : [] })
  const command = { command: "job.drop", subject: jobsOf(ids), look } as const
  return act(world, operator, command, ({ machine }) => counted(machine?.dropJobs(ids)))
}

/** Restores dropped jobs to the list, given the entry that dropped them. Errors: those of `retryJobs`. */
export const undoDrop: Inverse = async (world, operator, { id, after }) => {
  // The fields that dropJobs recorded.
  const { dropped: ids } = after as { dropped: string[] }
  const command = { command: "job.keep", subject: jobsOf(ids), undoes: id } as const
  return act(world, operator, command, ({ machine }) => counted(machine?.keepJobs(ids)))
}

function jobsOf(ids: readonly string[]) {
  return { kind: "job", id: ids.join(",").slice(0, 500) }
}

async function counted(moving: Promise<number> | undefined): Promise<JobsMoved> {
  if (!moving) return { ok: false, code: "no_machine" }
  const moved = await moving
  return moved > 0 ? { ok: true, moved } : { ok: false, code: "unknown_job" }
}

/** Makes a backup now. Errors: those of `act`, and `no_backups`: this installation makes none. */
export async function makeBackup(world: World, operator: Operator) {
  const subject = () => ({ kind: "backup", id: world.now().toISOString() })
  return act(
    world,
    operator,
    { command: "backup.make", subject },
    async (inside): Promise<{ ok: true } | { ok: false; code: "no_backups" }> => {
      if (!inside.machine?.backUp) return { ok: false, code: "no_backups" }
      await inside.machine.backUp()
      return { ok: true }
    },
  )
}

interface MailLine {
  id: string
  kind: string
  state: string
  queuedAt: Date
  answer: string | null
  /** The account that it is for; null for an address without one. */
  person: string | null
}

/** The state of the installation, for the Service desk. */
export async function readService(world: World) {
  const { db, machine } = world
  const [postgresql] = (await db.sql`select current_setting('server_version') as version`) as [
    { version: string },
  ]
  const mails = await db.sql<MailLine>`
    select m.id, m.kind, m.state, m.queued_at as "queuedAt", m.answer, (
      select u.id from auth.users u where lower(u.email) = m.recipient limit 1
    ) as person
    from private.mails m where m.state <> 'sent' order by m.queued_at desc limit 100`
  const counts = await db.sql<{ state: string; count: number }>`
    select state, count(*)::int as count from private.mails group by state order by state`
  const sources = []
  for (const name of Object.keys(services) as (keyof typeof services)[])
    sources.push({
      name: services[name].title,
      configured: world.sources.services.has(name),
      callback: world.settings.siteUrl + callbackPath(name),
      webhook: world.settings.siteUrl + webhookPath(world, name),
      health: await healthOf(db, name),
      ...(await connectionsStatus(world, name)),
      alarms: await standingAlarms(db, name),
      held: (await heldLists(db, name)).map((one) => ({ ...one, source: name })),
    })
  return {
    mails: [...mails],
    counts: [...counts],
    sources,
    queues: (await machine?.queues()) ?? [],
    dead: (await machine?.deadJobs()) ?? [],
    settings: machine?.settings ?? [],
    versions: { ...machine?.versions, postgresql: postgresql.version },
    backups: (await machine?.backups()) ?? [],
    canBackUp: machine?.backUp !== undefined,
    ownsDatabase: machine?.ownsDatabase ?? false,
    diskFreeBytes: await machine?.diskFreeBytes(),
  }
}
