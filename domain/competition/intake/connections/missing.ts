import { createHash } from "node:crypto"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { kindWords } from "#content/activity-kinds.ts"
import { services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { FetchedPage, Service } from "#ports/services.ts"
import type { RecordName } from "../../scoring/plan.ts"
import { takeFetched } from "./events.ts"
import { fetchConfirmed } from "./fetch-confirmed.ts"
import { endHold, holdList, releasedCount } from "./held-list.ts"
import { connectionMails } from "./mails.ts"
import { newestRead } from "./newest-read.ts"
import { removeInSteps } from "./remove.ts"
import type { Asked } from "./token.ts"
import { forgetVersions } from "./versions.ts"
import { withhold } from "./withheld.ts"

const dayMs = 86_400_000
/** How many activities one list may remove without an operator's approval. */
const mostLeaving = 3

interface Listed {
  athleteId: number
  accountId: string
  found: FetchedPage["activities"]
  /** The instant from which the list is complete. */
  since: Date
  started: Date
}

interface Stored {
  object: string
  externalId: string
  kind: ActivityKind
  on: string
}

type Refused = Exclude<Asked<unknown>, { ok: true }>

/**
 * Decides about stored activities that a service's list does not name. A list proves only what exists; whether an
 * activity is gone is known only after requesting it. So each missing one is requested, and a list may remove at most
 * three: an empty list, one that omits more than half of the stored activities, and one with more than three gone
 * change nothing until an operator approves. Returns whether the list was accepted. Idempotent.
 */
export async function settleMissing(
  world: World,
  service: Service,
  listed: Listed,
): Promise<{ ok: true; believed: boolean } | Refused> {
  const { athleteId, found } = listed
  const source = service.name
  const there = new Set(found.flatMap(({ externalId }) => externalId ?? []))
  // An entry that cannot be identified may be any of the missing ones.
  if (found.some(({ externalId }) => externalId === null)) return { ok: true, believed: false }
  const stored = await storedInRange(world, service, listed)
  const objects = [...new Set(stored.map(({ object }) => object))]
  const missing = objects.filter((object) => !there.has(object))
  const released = missing.length <= (await releasedCount(world, { source, athleteId }))
  const hold = async () => {
    await holdList(world, { source, athleteId }, { missing: missing.length, known: objects.length })
    return { ok: true, believed: false } as const
  }
  const tooFew =
    missing.length > 0 &&
    (found.length === 0 || (missing.length > mostLeaving && missing.length * 2 > objects.length))
  if (tooFew && !released) return hold()
  const asked = await askForEach(world, service, { ...listed, missing })
  if (!asked.ok) return asked
  if (asked.gone.length > mostLeaving && !released) return hold()
  const leaving = stored.filter(({ object }) => asked.gone.includes(object))
  if (leaving.length > 0) await leave(world, service, { ...listed, leaving })
  await endHold(world, { source, athleteId })
  return { ok: true, believed: true }
}

/** Activities of the period that the list covers, stored before the list was read. */
async function storedInRange(
  world: World,
  { name: source, fetch: { sinceConnecting } }: Service,
  { athleteId, since, started }: Listed,
): Promise<Stored[]> {
  const rows = await world.db.sql<Stored>`
    select split_part(a.external_id, '#', 1) as object, a.external_id as "externalId", a.kind,
      a.local_on::text as "on"
    from activities a
    join private.connections c on c.source = a.source and c.athlete_id = a.athlete_id
    where a.athlete_id = ${athleteId} and a.source = ${source}
      and a.started_at > ${new Date(since.getTime() + dayMs)}
      -- What arrived through an earlier grant is not in such a list.
      and (${sinceConnecting !== true} or a.received_at >= c.connected_at)
      and a.received_at < ${started}
    order by a.started_at, a.external_id
  `
  return [...rows]
}

/** Requests each one, stores those that still exist, and returns those that are gone. */
async function askForEach(
  world: World,
  service: Service,
  { athleteId, accountId, missing }: Listed & { missing: readonly string[] },
): Promise<{ ok: true; gone: string[] } | Refused> {
  const gone: string[] = []
  for (const object of missing) {
    const asOf = world.now()
    const asked = await fetchConfirmed(world, service, athleteId, { externalId: object }).catch(
      (error: unknown) => {
        // A failed request proves nothing about the object: it stays, and the next comparison requests it again.
        world.log.warn(
          { source: service.name, athleteId, error },
          "An activity missing from a list could not be requested",
        )
        return null
      },
    )
    if (asked === null || (!asked.ok && asked.code === "object_refused")) continue
    if (!asked.ok && asked.code !== "not_found") return asked
    const isGone = !asked.ok || (asked.value.fetched.ok && asked.value.fetched.activities.length === 0)
    if (!isGone)
      await takeFetched(world, service, { athleteId, accountId, fetched: [asked.value.fetched], asOf })
    else if (
      (await newestRead(world, { source: service.name, athleteId, objects: [object], asOf })).has(object)
    )
      gone.push(object)
  }
  return { ok: true, gone }
}

/**
 * Removes them and notifies their owner. The mail comes first: after a kill between the two, a repeat removes the rest.
 */
async function leave(
  world: World,
  { name: source }: Service,
  { athleteId, leaving }: Listed & { leaving: readonly Stored[] },
): Promise<void> {
  const objects = [...new Set(leaving.map(({ object }) => object))]
  await world.db.transaction(async (db) => {
    const inside = { ...world, db }
    await withhold(inside, { source, athleteId, externalIds: objects, reason: "gone" })
    await forgetVersions(inside, { source, athleteId, objects })
    const [row] = await db.sql<{
      user_id: string | null
    }>`select user_id from athletes where id = ${athleteId}`
    const account = row?.user_id ? await world.accounts.find(db, row.user_id) : null
    if (!account?.email) return
    const which = leaving.map(({ kind, on }) => ({ what: kindWords[kind].noun, on }))
    const mail = connectionMails.left(world, account.email, { source, title: services[source].title, which })
    const names = createHash("sha256").update(objects.join(" ")).digest("base64url")
    const key = `${source}.left ${athleteId} ${names} ${world.now().toISOString().slice(0, 10)}`
    await world.mail.queue(db, mail, { key })
  })
  const names = leaving.map(({ externalId }): RecordName => ({ source, externalId }))
  await removeInSteps(world, athleteId, names)
}
