/** The console of a test with its operators, and what the forms of all desks need. */
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { pageOfReviews } from "#domain/competition/review/review.ts"
import type { CommandName } from "#domain/operator/commands.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { Machine } from "#ports/machine.ts"
import { markdownFrom } from "#server/markup/from-html.ts"
import { foreignPictures, mailHtml, unusableLinks } from "#server/markup/mail-html.ts"
import { pageHtml } from "#server/markup/page-html.ts"
import { createMail } from "#server/world/mail.ts"
import { willingChat } from "#test/support/chat.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createPlainConsole, type PlainConsole } from "#test/support/plain-console.ts"
import { openShop, type Shop } from "#test/support/shop.ts"
import { createTestWorld } from "#test/support/world.ts"

export let shop: Shop
export let browser: PlainConsole
export let owner: Operator
export let helper: Operator

/** Opens a console with an owner and a helper; its data is what the forms make. */
export async function openDesks(): Promise<void> {
  shop = openShop(await createTestWorld({ now: "2026-11-20T20:00:00Z" }))
  await maintainBoards(shop.world)
  owner = await addOperatorSession(shop.world, "owner")
  helper = await addOperatorSession(shop.world, "helper")
  await shop.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
  const { again } = createMail(shop.world.jobs)
  shop.world.mail = { ...shop.world.mail, again }
  shop.world.chat = willingChat
  shop.world.markup = { pageHtml, markdownFrom, mailHtml, unusableLinks, foreignPictures }
  shop.world.machine = machineOfTest()
  browser = await createPlainConsole(shop.world)
}

/** A machine with one dead job, that makes backups. */
function machineOfTest(): Machine {
  const dead = { id: crypto.randomUUID(), queue: "mail", diedAt: new Date(), attempts: 3, reason: "550 No" }
  return {
    ownsDatabase: true,
    sendsMail: true,
    diskFreeBytes: async () => 9e9,
    queues: async () => [],
    deadJobs: async () => [dead],
    retryJobs: async (ids) => ids.length,
    dropJobs: async (ids) => ids.length,
    keepJobs: async (ids) => ids.length,
    settings: [],
    versions: {},
    backups: async () => [],
    health: async () => ({ troubles: [], archiveLagSeconds: null, drill: null }),
    sendingRecords: async () => [],
    backUp: async () => {},
  }
}

export const lastCommands = async (since: number) =>
  (
    await shop.world.db.sql<{ command: string }>`
      select command from private.journal where id > ${since} order by id`
  ).map(({ command }) => command)
export const lastEntry = async () =>
  (await shop.world.db.sql<{ id: number }>`select coalesce(max(id), 0)::float8 as id from private.journal`)[0]
    ?.id ?? 0

export const countMails = async () =>
  (await shop.world.db.sql<{ n: number }>`select count(*)::int as n from private.mails`)[0]?.n ?? 0

/** Counts what was made, so that each has a name of its own. */
export const made = { n: 0 }

/** An activity that waits for review, with its account. */
export async function waiting(): Promise<{ id: number; userId: string }> {
  const name = `Runner ${++made.n}`
  const email = `runner-${made.n}@example.com`
  const athlete = await addAthlete(shop.world, { name, email })
  await shop.world.db.sql`update auth.users set created_at = now(), updated_at = now() where email = ${email}`
  await onActivity(shop.world, athlete, sentRun({ distanceM: 22_000 }))
  const { rows } = await pageOfReviews(
    shop.world,
    { view: "waiting", athlete: name },
    { limit: 1, offset: 0 },
  )
  const [user] = await shop.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  return { id: rows[0]?.id ?? 0, userId: user?.id ?? "" }
}

/** A command as a browser without scripts submits it. */
export interface Sent {
  command: CommandName
  /** Sets up the data and returns the form: its page, its button and its values. */
  form(): Promise<[path: string, button: string | RegExp, fields?: Record<string, string>]>
  /** The button of the preview that is submitted first. */
  confirm?: string
}
