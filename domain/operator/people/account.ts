import { erase, exportData, type PersonalData } from "#domain/members/privacy.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act, type Subject } from "../journal.ts"
import type { Operator, Role } from "../roles.ts"

/** A ban without an end, in the format of the account service. */
const forEver = new Date("2999-01-01T00:00:00Z")

/** Bans an account, which ends its sessions, or lifts the ban. Errors: those of `act`; `unknown_account`; `yourself`. */
export async function setBan(
  world: World,
  operator: Operator,
  given: { userId: string; banned: boolean; reason?: string | null; undoes?: number | null },
) {
  const { userId, banned, reason = null, undoes = null } = given
  const look = async ({ sql }: Db) => {
    const [row] = await sql<{ banned: boolean }>`
      select coalesce(banned_until > ${world.now()}, false) as banned from auth.users where id = ${userId}`
    return { banned: row?.banned ?? null }
  }
  const command = banned ? "person.ban" : "person.unban"
  return act(
    world,
    operator,
    { command, subject: about(userId), reason, undoes, look },
    async (inside): Promise<{ ok: true } | { ok: false; code: "unknown_account" | "yourself" }> => {
      if (userId === operator.id) return { ok: false, code: "yourself" }
      const done = await inside.accounts.ban(inside.db, userId, banned ? forEver : null)
      return done ? { ok: true } : { ok: false, code: "unknown_account" }
    },
  )
}

/**
 * Confirms the address of an account whose owner has proved it in another way. Errors: those of `act`,
 * `unknown_account`.
 */
export async function confirmAddress(
  world: World,
  operator: Operator,
  { userId, reason }: { userId: string; reason: string },
) {
  const look = async ({ sql }: Db) => {
    const [row] = await sql<{ confirmed: boolean }>`
      select email_confirmed_at is not null as confirmed from auth.users where id = ${userId}`
    return { confirmed: row?.confirmed ?? null }
  }
  return act(
    world,
    operator,
    { command: "person.confirm", subject: about(userId), reason, look },
    async (inside): Promise<{ ok: true } | { ok: false; code: "unknown_account" }> => {
      const done = await inside.accounts.confirm(inside.db, userId)
      return done ? { ok: true } : { ok: false, code: "unknown_account" }
    },
  )
}

/** Everything stored about a person, for a request under data-protection law. Errors: those of `act`, `unknown_account`. */
export async function exportPerson(
  world: World,
  operator: Operator,
  { userId, kept }: { userId: string; kept: readonly PersonalData[] },
) {
  return act(
    world,
    operator,
    { command: "person.export", subject: about(userId) },
    async (
      inside,
    ): Promise<{ ok: true; data: Record<string, unknown> } | { ok: false; code: "unknown_account" }> => {
      const data = await exportData(inside, userId, kept)
      return data ? { ok: true, data } : { ok: false, code: "unknown_account" }
    },
  )
}

/**
 * Erases a person and everything kept about them; it cannot be undone. `confirmation` is the address, typed.
 * Errors: those of `act` and of `erase`, and `yourself`.
 */
export async function erasePerson(
  world: World,
  operator: Operator,
  { userId, confirmation, kept }: { userId: string; confirmation: string; kept: readonly PersonalData[] },
) {
  return act(
    world,
    operator,
    // Without the person's data, because none of it may remain.
    { command: "person.erase", subject: { kind: "account", id: userId } },
    async (inside) => {
      if (userId === operator.id) return { ok: false as const, code: "yourself" as const }
      return erase(inside, { userId, confirmation, provenAt: operator.provenAt }, kept)
    },
  )
}

/** Grants or revokes a role. Errors: those of `act`, `unknown_account`, `yourself`. */
export async function setRole(
  world: World,
  operator: Operator,
  { userId, role }: { userId: string; role: Role | null },
) {
  const look = async (db: Db) => ({ role: (await world.accounts.find(db, userId))?.role ?? null })
  const command = role ? "role.grant" : "role.remove"
  return act(
    world,
    operator,
    { command, subject: about(userId), look },
    async (inside): Promise<{ ok: true } | { ok: false; code: "unknown_account" | "yourself" }> => {
      // The last owner must not lose the role by accident.
      if (userId === operator.id) return { ok: false, code: "yourself" }
      const done = await inside.accounts.setRole(inside.db, userId, role)
      return done ? { ok: true } : { ok: false, code: "unknown_account" }
    },
  )
}

/** Sets the events that a host runs, by their names. Errors: those of `act`, `unknown_account`. */
export async function setHostedEvents(
  world: World,
  operator: Operator,
  { userId, events, undoes = null }: { userId: string; events: readonly string[]; undoes?: number | null },
) {
  const look = async (db: Db) => ({ events: await hostedEvents(db, userId) })
  return act(
    world,
    operator,
    { command: "role.events", subject: about(userId), look, undoes },
    async (inside): Promise<{ ok: true } | { ok: false; code: "unknown_account" }> => {
      const { sql } = inside.db
      if (!(await inside.accounts.find(inside.db, userId))) return { ok: false, code: "unknown_account" }
      await sql`delete from private.event_hosts where user_id = ${userId} and event <> all(${[...events]}::text[])`
      await sql`
        insert into private.event_hosts (user_id, event) select ${userId}, event from unnest(${[...events]}::text[]) event
        on conflict do nothing
      `
      return { ok: true }
    },
  )
}

/** The events that somebody runs as a host, by their names. */
export async function hostedEvents({ sql }: Db, userId: string): Promise<string[]> {
  const rows = await sql<{ event: string }>`
    select event from private.event_hosts where user_id = ${userId} order by event
  `
  return rows.map(({ event }) => event)
}

function about(userId: string): Subject {
  return { kind: "account", id: userId, person: { userId } }
}
