import { addDays } from "#primitives/zones.ts"
import { at } from "./cheats/edits.ts"
import { firstDay } from "./honest/season.ts"
import { honestTypes, type TypeName } from "./honest/types.ts"
import { anyAthlete } from "./model/athlete.ts"
import { createRandom } from "./model/random.ts"
import type { Recording, Sending } from "./model/recording.ts"
import { deliver, prepare } from "./send.ts"
import type { Stage } from "./stage.ts"
import { tableOf } from "./table.ts"

const types: readonly TypeName[] = [
  "run of 6 x 4 min",
  "run of 10 x 1 min",
  "laps of one track",
  "6 x 4 min on a trainer",
  "ramp on a trainer",
  "spin class of 20",
  "indoor rowing, 5 x 500 m",
  "HIIT class",
  "strength, 40 to 120 min",
  "treadmill run",
  "commute on one way",
  "easy run",
  "hilly run",
]

/**
 * For each type, a number of athletes do the same session on two days, and others send one recording for both. Returns
 * the percentage of them for whom one of the two does not simply count.
 */
export async function pairTable(
  stage: Stage,
  { seed, pairs, progress }: { seed: string; pairs: number; progress: (line: string) => void },
): Promise<string> {
  await stage.setNow(new Date(`${firstDay}T00:00:00Z`))
  const arrivesAt = new Date(`${addDays(firstDay, 3)}T12:00:00Z`)
  let nr = 0
  const shareOf = async (type: TypeName, isCopy: boolean) => {
    const ids: number[] = []
    while (ids.length < pairs) {
      const athlete = { ...anyAthlete(seed, nr), hasHeart: true }
      const on = (day: number) => {
        const startedAt = new Date(`${addDays(firstDay, day)}T01:00:00Z`)
        const random = createRandom(seed, type, nr, day)
        return honestTypes[type]({ athlete, startedAt, random, group: `${nr}` })[0] as Sending
      }
      await stage.join([athlete])
      const first = on(1)
      await deliver(stage, await prepare(first))
      const second = isCopy ? { ...first, recordings: first.recordings.map(aDayLater) } : on(2)
      await deliver(stage, await prepare({ ...second, arrivesAt }))
      ids.push(stage.idOf(nr++))
    }
    const [row] = await stage.world.db.sql<{ found: number }>`
      select count(distinct athlete_id)::integer as found from activities
      where athlete_id = any(${ids}::bigint[]) and status <> 'counted'
    `
    return `${Math.round(((row?.found ?? 0) / pairs) * 100)} %`
  }
  const rows: string[][] = []
  for (const type of types) {
    const row = [type, await shareOf(type, false), await shareOf(type, true)]
    rows.push(row)
    progress(row.join(", "))
  }
  return tableOf(["session", "the same on two days", "one recording on two days"], rows)
}

function aDayLater(recording: Recording): Recording {
  return at(recording, new Date(recording.startedAt.getTime() + 86_400_000))
}
