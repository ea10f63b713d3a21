import { z } from "zod"
import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { Trouble } from "#ports/machine.ts"
import { troubleMail } from "./trouble-mail.ts"

/** A trouble that ends within this time is not worth a mail. */
const passingMinutes = 4

/** The row of private.settings: since when each trouble has been seen, by its name. */
const row = "troubles_seen"
const seenShape = z.record(z.string(), z.coerce.date())

/**
 * Mails the operators about dangers to the data, once for each trouble that lasts, and logs each when it begins. Run
 * every few minutes. Returns the number of troubles.
 */
export async function mailTroubles(world: World): Promise<number> {
  const { troubles } = (await world.machine?.health()) ?? { troubles: [] }
  await world.db.transaction(async (db) => {
    const [found] = await db.sql<{ value: string }>`select value from private.settings where name = ${row}`
    const before = seenShape.parse(JSON.parse(found?.value ?? "{}"))
    const seen: Record<string, Date> = {}
    for (const trouble of troubles) {
      const first = before[trouble.name]
      const since = first ?? world.now()
      seen[trouble.name] = since
      if (!first) world.log.error({ trouble: trouble.name }, `The ${trouble.says}`)
      else if (world.now().getTime() - since.getTime() >= passingMinutes * 60_000)
        await mail({ ...world, db }, trouble, since)
    }
    if (!found && troubles.length === 0) return
    await db.sql`
      insert into private.settings (name, value) values (${row}, ${JSON.stringify(seen)})
      on conflict (name) do update set value = excluded.value`
  })
  return troubles.length
}

async function mail({ db, mail, settings }: World, trouble: Trouble, seen: Date): Promise<void> {
  const { operatorEmails, siteUrl } = settings
  const message = troubleMail({ ...trouble, since: trouble.since ?? seen }, siteUrl)
  for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
    await mail.queue(
      db,
      { to, kind: "operator.trouble", ...message },
      { key: `trouble ${trouble.name} ${seen.toISOString()} ${to}` },
    )
}
