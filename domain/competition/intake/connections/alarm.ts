import { type ServiceName, services } from "#content/services.ts"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { ApplicationRefusal } from "#ports/services.ts"
import { alarmMail } from "./alarm-mail.ts"

/** A refusal of this site by a service. */
interface Alarm {
  source: ServiceName
  because: ApplicationRefusal
  since: Date
  /** When it was last refused, and how often since then. */
  lastAt: Date
  refusals: number
}

/** Records that a service refuses this site, and notifies the operators once: in the log and by mail. Deletes nothing. */
export async function raiseAlarm(
  world: World,
  { source, because }: { source: ServiceName; because: ApplicationRefusal },
): Promise<void> {
  const now = world.now()
  await world.db.transaction(async (db) => {
    const [row] = (await db.sql`
      insert into private.service_alarms as a (source, because, since, last_at, refusals)
      values (${source}, ${because}, ${now}, ${now}, 1)
      on conflict (source, because) do update set last_at = excluded.last_at, refusals = a.refusals + 1
      returning refusals
    `) as [{ refusals: number }]
    if (row.refusals !== 1) return
    world.log.error({ source, because }, "A service refuses this site")
    const { operatorEmails } = world.settings
    const about = { source, title: services[source].title, because }
    // An intermittent refusal is reported at most once a day.
    for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
      await world.mail.queue(db, alarmMail(world, to, about), {
        key: `${source}.alarm ${because} ${now.toISOString().slice(0, 10)} ${to}`,
      })
  })
}

/**
 * Records that the service accepts requests of this site again. A successful read does not show that more athletes may
 * connect: a capacity refusal ends when one has connected.
 */
export async function endAlarms(
  world: World,
  { source, by }: { source: ServiceName; by: "reading" | "connecting" },
): Promise<void> {
  const ended = await world.db.sql<{ because: string }>`
    delete from private.service_alarms
    where source = ${source} and (${by === "connecting"} or because <> 'capacity')
    returning because
  `
  for (const { because } of ended)
    world.log.warn({ source, because }, "A service accepts this site's requests again")
}

export async function standingAlarms(db: Db, source: ServiceName | null = null): Promise<Alarm[]> {
  const rows = await db.sql<Alarm>`
    select source, because, since, last_at as "lastAt", refusals from private.service_alarms
    where ${source}::text is null or source = ${source}
    order by source, because
  `
  return [...rows]
}
