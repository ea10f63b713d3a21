import { daysToCheck } from "#domain/competition/seasons/days-to-check.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Sent } from "./send.ts"

/** The verdict on one recording, and the text shown beside it to an operator who decides on prizes. */
export interface Fate {
  id: number
  athleteId: number
  localOn: string
  status: "counted" | "review" | "excluded"
  reason: string
}

type Name = Pick<Sent, "athleteId" | "source" | "externalId">

/** The verdicts on all recordings, by name. */
export async function readFates({ sql }: Db): Promise<(name: Name) => Fate | null> {
  const rows = await sql<Fate & Name>`
    select
      id::float8 as id, athlete_id::float8 as "athleteId", source, external_id as "externalId", status, reason,
      local_on::text as "localOn"
    from activities
  `
  const key = ({ athleteId, source, externalId }: Name) => `${athleteId} ${source} ${externalId}`
  const all = new Map(rows.map((row) => [key(row), row]))
  return (name) => all.get(key(name)) ?? null
}

/**
 * The doubts that the winners' check would raise about the activities of these athletes if they were about to win the
 * seasons in which they trained, by id. Activities without doubts are left out.
 */
export async function readDoubts(
  { db }: World,
  athleteIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const doubts = new Map<number, string[]>()
  for (const season of await listSeasons(db)) {
    for (const { activities } of await daysToCheck(db, season, athleteIds)) {
      for (const { id, doubts: own } of activities) if (own.length > 0) doubts.set(id, own)
    }
  }
  return doubts
}
