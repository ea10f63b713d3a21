import { z } from "zod"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { SendingRecord } from "#ports/machine.ts"

const keptShape = z.object({ wrong: z.number().int(), since: z.coerce.date().nullable() })

/** How many records that decide whether mail arrives are wrong, and since when; null before the first look. */
export async function wrongRecords({ sql }: Db): Promise<z.infer<typeof keptShape> | null> {
  const [row] = await sql<{ value: string }>`select value from private.settings where name = 'sending_check'`
  return row ? keptShape.parse(JSON.parse(row.value)) : null
}

/**
 * Looks up every record that decides whether mail arrives, and keeps how many are wrong for Today. One that could not be
 * asked for is not wrong: the name server did not answer.
 */
export async function checkSending(world: World): Promise<readonly SendingRecord[]> {
  const records = (await world.machine?.sendingRecords()) ?? []
  const wrong = records.filter(
    ({ problem }) => problem !== null && !problem.startsWith("could not be"),
  ).length
  const before = await wrongRecords(world.db)
  const since = wrong === 0 ? null : (before?.since ?? world.now())
  const value = JSON.stringify({ wrong, since })
  await world.db.sql`
    insert into private.settings (name, value) values ('sending_check', ${value})
    on conflict (name) do update set value = excluded.value`
  return records
}
