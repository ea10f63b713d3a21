import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { ChatDelivery, ChatMessage, ChatService } from "#ports/chat.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { type ChatSubject, ofSubject } from "./addresses.ts"
import { chatOffMail } from "./mail.ts"
import { boardMessage, teamMessage } from "./messages.ts"

/** Weeks in a row that fail before a chat is given up. */
const mostFailures = 3

/** Between two tests of one chat. */
const testPauseMs = 60_000

/** An address with whose board it is. */
export interface Target {
  id: string
  series: string | null
  team: number | null
  sealed: string
  /** The account of the captain; null for a board of the site. */
  owner: string | null
  failures: number
}

const targetColumns = (world: World) => world.db.sql`
  c.id, c.series, c.team_id as team, c.sealed_address as sealed, a.user_id as owner, c.failures::integer as failures`

/** An address that is used, of the site or of somebody who is the team's captain now. */
export async function targetOf(world: World, id: string): Promise<Target | null> {
  const [row] = await world.db.sql<Target>`
    select ${targetColumns(world)} from private.chat_addresses c
    left join athletes a on a.id = c.captain_id
    left join private.captains k on k.team_id = c.team_id and k.athlete_id = c.captain_id
    where c.id = ${id} and c.off_at is null and (c.team_id is null or k.athlete_id is not null)`
  if (!row) return null
  // An account that is banned posts nothing.
  const isOpen = row.team === null || (row.owner !== null && (await world.accounts.find(world.db, row.owner)))
  return isOpen ? row : null
}

/** What is posted for it now; null when there is nothing, such as after the race. */
export async function messageFor(world: World, { series, team }: Target): Promise<ChatMessage | null> {
  if (series !== null) return boardMessage(world, series)
  return team === null ? null : teamMessage(world, team)
}

/** Posts to an address, and notes how it went. An address that cannot be decrypted (AUTH_SECRET changed) is given up. */
export async function postTo(world: World, target: Target, message: ChatMessage): Promise<ChatDelivery> {
  const address = await world.chat?.addresses.open(target.sealed)
  const done: ChatDelivery =
    world.chat && typeof address === "string"
      ? await world.chat.post(address, message)
      : { ok: false, why: "gone", reason: "its address can no longer be read" }
  if (!done.ok) world.log.info({ chat: target.id, why: done.why, reason: done.reason }, "Chat not posted")
  if (done.ok)
    await world.db.sql`
      update private.chat_addresses set ok_at = ${world.now()}, failures = 0, problem = null where id = ${target.id}`
  else await noteFailure(world, target, { reason: done.reason, givesUp: done.why === "gone" })
  return done
}

/** Notes a failure, and with the last one gives the address up and tells who added it. */
export async function noteFailure(
  world: World,
  { id, owner, team }: Target,
  { reason, givesUp = false, counts = false }: { reason: string; givesUp?: boolean; counts?: boolean },
): Promise<void> {
  await world.db.transaction(async (db) => {
    const [row] = await db.sql<{ off: boolean; lastFour: string; service: ChatService }>`
      update private.chat_addresses set
        problem = ${reason}, failures = failures + ${counts ? 1 : 0},
        off_at = case when ${givesUp} or failures + ${counts ? 1 : 0} >= ${mostFailures} then ${world.now()}::timestamptz end
      where id = ${id} and off_at is null
      returning off_at is not null as off, last_four as "lastFour", service`
    if (!row?.off) return
    const account = owner === null ? null : await world.accounts.find(db, owner)
    const { operatorEmails } = world.settings
    const receivers =
      team === null ? (operatorEmails.length > 0 ? operatorEmails : [site.supportEmail]) : [account?.email]
    for (const to of receivers) if (to) await world.mail.queue(db, chatOffMail(to, { ...row, reason }))
  })
}

/** Posts now, to see whether it arrives. Errors: `unknown_chat`; `too_soon` after the last test; `nothing` to post; `failed` with why. */
export async function testChat(
  world: World,
  subject: ChatSubject,
  id: string,
): Promise<
  { ok: true } | Refusal<"unknown_chat" | "too_soon" | "nothing"> | Refusal<"failed", { reason: string }>
> {
  const [own] = await world.db
    .sql`select from private.chat_addresses where id = ${id} and ${ofSubject(world.db.sql, subject)}`
  const target = own ? await targetOf(world, id) : null
  if (!target) return { ok: false, code: "unknown_chat" }
  const message = await messageFor(world, target)
  if (!message) return { ok: false, code: "nothing" }
  const now = world.now()
  // Two tests at once take turns here.
  const [taken] = await world.db.sql`
    update private.chat_addresses set tested_at = ${now}
    where id = ${id} and (tested_at is null or tested_at <= ${new Date(now.getTime() - testPauseMs)}) returning 1`
  if (!taken) return { ok: false, code: "too_soon" }
  const done = await postTo(world, target, { ...message, title: `Test: ${message.title}` })
  return done.ok ? { ok: true } : { ok: false, code: "failed", reason: done.reason }
}
