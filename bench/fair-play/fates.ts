import { readEvidence } from "#domain/competition/scoring/read-evidence.ts"
import { readSigns } from "#domain/competition/scoring/signs.ts"
import type { Db, World } from "#domain/world.ts"
import type { Sent } from "./send.ts"

/** What became of one recording, and what an operator who decides on prizes reads beside it. */
export interface Fate {
  id: number
  athleteId: number
  localOn: string
  status: "counted" | "review" | "excluded"
  reason: string
}

type Name = Pick<Sent, "athleteId" | "source" | "externalId">

/** The fates of all recordings, by their names. */
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
 * What makes an operator look at a counted activity before a prize goes out (`seasons/days-to-check.ts`): its signs, and that little
 * speaks for it. Those without either are left out.
 */
export async function readDoubts(world: World, ids: readonly number[]): Promise<Map<number, string[]>> {
  const doubts = await readSigns(world.db, ids)
  for (const [id, { doubt }] of await readEvidence(world.db, ids))
    if (doubt !== null) doubts.set(id, [...(doubts.get(id) ?? []), doubt])
  return doubts
}
