/** An athlete and a scripted service to connect, for the tests of domain/competition/intake/connections. */
import { randomUUID } from "node:crypto"
import { services } from "#content/services.ts"
import { accept, invite } from "#domain/competition/intake/connections/connect.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { Fetched, Service } from "#ports/services.ts"
import { createSeal } from "#primitives/secrets.ts"
import { addAthlete, createCompetitionWorld } from "./competition.ts"
import { createScriptedService, type ScriptedService } from "./scripted-service.ts"
import type { TestWorld } from "./world.ts"

export const start = "2026-11-20T20:00:00Z"
export const dayMs = 86_400_000

/** A world that can encrypt the tokens of services. */
export async function createConnectionWorld(): Promise<TestWorld> {
  const t = await createCompetitionWorld(start)
  t.world.sources = { ...t.world.sources, tokens: createSeal("s".repeat(40), "source tokens") }
  return t
}

/** Before each test: one athlete without connections, a new service, and nothing mailed, queued or logged. */
export async function beginConnections(
  t: TestWorld,
): Promise<{ service: ScriptedService; athlete: number; userId: string }> {
  const { sql } = t.world.db
  t.clock.set(start)
  await sql`delete from athletes`
  await sql`delete from auth.users`
  await sql`truncate private.receipts, private.service_alarms, private.service_health, private.connection_invitations`
  // Alarms are mailed once a day to each operator.
  t.world.settings = { ...t.world.settings, operatorEmails: [`operator-${randomUUID()}@b4m.test`] }
  const athlete = await addAthlete(t.world, { email: "ana@b4m.test" })
  const userId = await userOf(t, athlete)
  t.mails.length = 0
  t.jobs.length = 0
  t.log.entries.length = 0
  return { service: createScriptedService(), athlete, userId }
}

/** The account of an athlete, created when the tests start. */
export async function userOf(t: TestWorld, athlete: number): Promise<string> {
  const [row] = await t.world.db.sql<{ user_id: string }>`
    update auth.users set created_at = ${start}, updated_at = ${start}
    where id = (select user_id from athletes where id = ${athlete}) returning id as user_id`
  return row?.user_id ?? ""
}

/** Connects an account with a service, as the page that the service leads back to does. */
export async function connect(t: TestWorld, userId: string, service: Service) {
  const invited = await invite(t.world, service, userId, services[service.name].consent)
  if (!invited.ok) throw new Error(invited.code)
  return accept(t.world, service, { state: invited.state, code: "c", scopes: ["read"] })
}

/** An hour's run on a day of November. */
export const run = (day: number, changes: Partial<RecordedActivity> = {}): RecordedActivity => ({
  externalId: `day-${day}`,
  sports: ["running"],
  name: "Run",
  startedAt: new Date(Date.UTC(2026, 10, day, 15)),
  utcOffsetS: 0,
  elapsedS: 3600,
  movingS: 3600,
  distanceM: 10_000 + day,
  elevationM: 5,
  fiveMinutesKmh: null,
  indoor: false,
  virtual: false,
  detail: 1,
  ...changes,
})

export const fetched = (activity: RecordedActivity, accountId: string | null = null): Fetched => ({
  ok: true,
  externalId: activity.externalId,
  accountId,
  activities: [activity],
})

/** The service lists these activities from now on. */
export function lists(service: ScriptedService, ...activities: RecordedActivity[]): void {
  service.answers.page = {
    ok: true,
    value: { activities: activities.map((one) => fetched(one)), more: false },
  }
}

/** The ids of all stored activities. */
export async function stored(t: TestWorld): Promise<string[]> {
  const rows = await t.world.db.sql<{ id: string }>`select external_id as id from activities order by 1`
  return rows.map(({ id }) => id)
}

/** The stored connection of an athlete, if there is one. */
export async function held(t: TestWorld, athlete: number): Promise<Record<string, unknown> | undefined> {
  const [row] = await t.world.db.sql<Record<string, unknown>>`
    select * from private.connections where athlete_id = ${athlete}
  `
  return row
}

/** Why activities are withheld. */
export async function withheld(t: TestWorld): Promise<string[]> {
  const rows = await t.world.db.sql<{
    reason: string
  }>`select reason from withheld_activities order by reason`
  return rows.map(({ reason }) => reason)
}

export const kinds = (t: TestWorld) => t.mails.map(({ kind }) => kind)
export const queued = (t: TestWorld, queue: string) => t.jobs.filter((job) => job.queue === queue)
export const asked = (service: ScriptedService, what: string) =>
  service.asked.filter((one) => one.what === what)

/** Refusals of a service. */
export const inactive = { ok: false, code: "application_refused", because: "inactive" } as const
export const unauthorized = { ok: false, code: "unauthorized" } as const
export const limited = { ok: false, code: "limited", until: new Date("2026-11-20T21:00:00Z") } as const
