import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { ChatService } from "#ports/chat.ts"
import type { Db, Sql } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { sha256 } from "#primitives/secrets.ts"

/** Whose board is posted: that of a series' running season, or a team's. */
export type ChatSubject = { series: string } | { team: number; captain: number }

/** A chat as those who manage it see it; the address itself is shown to nobody. */
interface ChatAddress {
  id: string
  series: string | null
  service: ChatService
  /** The last characters of the address. */
  lastFour: string
  okAt: Date | null
  /** Why the last message could not be posted; null if it was. */
  problem: string | null
  /** When it was given up; null while it is used. */
  offAt: Date | null
}

/** Chats of one subject at a time. */
const mostChats = 5

/** SQL: the addresses of a subject. */
export const ofSubject = (sql: Sql, subject: ChatSubject) =>
  "series" in subject
    ? sql`series = ${subject.series}`
    : sql`team_id = ${subject.team} and captain_id = ${subject.captain}`

/**
 * Adds a chat by the address of its incoming webhook; one that was given up is used again. Errors: `off`: this installation posts
 * nothing; `bad_address`: not the webhook of a known service; `too_many`.
 */
export async function addChat(
  { chat, db, now }: Pick<World, "chat" | "db" | "now">,
  subject: ChatSubject,
  typed: string,
): Promise<{ ok: true; id: string } | Refusal<"off" | "bad_address" | "too_many">> {
  if (!chat) return { ok: false, code: "off" }
  const address = typed.trim()
  const service = chat.serviceOf(address)
  if (!service) return { ok: false, code: "bad_address" }
  const sealed = await chat.addresses.seal(address)
  const { series, team, captain } = { series: null, team: null, captain: null, ...subject }
  return db
    .transaction(async (inside) => {
      await inside.sql`select pg_advisory_xact_lock(hashtextextended(${`chats ${series} ${team}`}, 0))`
      const [row] = await inside.sql<{ id: string }>`
      insert into private.chat_addresses (
        series, team_id, captain_id, service, sealed_address, address_hash, last_four, created_at
      )
      values (
        ${series}, ${team}, ${captain}, ${service}, ${sealed}, ${sha256(address)}, ${address.slice(-4)}, ${now()}
      )
      on conflict (series, team_id, address_hash) do update set
        captain_id = excluded.captain_id, sealed_address = excluded.sealed_address, off_at = null, problem = null, failures = 0
      returning id`
      const [count] = await inside.sql<{ n: number }>`
      select count(*)::integer as n from private.chat_addresses where ${ofSubject(inside.sql, subject)}`
      if (!row || (count?.n ?? 0) > mostChats) throw tooMany
      return { ok: true as const, id: row.id }
    })
    .catch((error: unknown) => {
      if (error === tooMany) return { ok: false, code: "too_many" } as const
      throw error
    })
}

/** Rolls the insertion back. */
const tooMany = new Error("too many chats")

/** The chats of a subject, the oldest first. */
export async function chatsOf({ sql }: Pick<Db, "sql">, subject: ChatSubject): Promise<ChatAddress[]> {
  return sql<ChatAddress>`
    select id, series, service, last_four as "lastFour", ok_at as "okAt", problem, off_at as "offAt"
    from private.chat_addresses where ${ofSubject(sql, subject)} order by created_at, id`
}

/** Ends a chat: nothing is posted to it anymore, and its address is deleted. False when it is not the subject's. */
export async function endChat({ sql }: Pick<Db, "sql">, subject: ChatSubject, id: string): Promise<boolean> {
  const gone = await sql`
    delete from private.chat_addresses where id = ${id} and ${ofSubject(sql, subject)} returning 1`
  return gone.length > 0
}

/** The chats of a captain for "export my data", without their addresses; null when there are none. */
export async function exportChats({ sql }: Pick<Db, "sql">, { id }: Account): Promise<unknown> {
  const rows = await sql`
    select t.name as team, c.service, c.last_four, c.created_at, c.ok_at, c.off_at
    from private.chat_addresses c join athletes a on a.id = c.captain_id and a.user_id = ${id}
    join teams t on t.id = c.team_id order by c.created_at`
  return rows.length > 0 ? rows : null
}
