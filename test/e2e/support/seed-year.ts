/**
 * `node seed-year.ts <slug> <weeks>`: a member's weeks of training before the current one, "3 5 break 0 4": the number
 * of active days in each, the last one being last week. Sent when they were trained, as a service would, and breaks
 * declared the week before.
 */
import { onActivities } from "#domain/competition/pipeline.ts"
import { planWeeks } from "#domain/competition/streaks/weeks.ts"
import { addDays, dayIn, instantAt, mondayOf } from "#primitives/zones.ts"
import { withWorld } from "#server/commands/with-world.ts"
import { sentRun } from "#test/support/competition.ts"

const [slug = "", told = ""] = process.argv.slice(2)
const weeks = told.split(" ")
const kinds = [
  { kind: "run", sport: "running", distanceM: 8_000, movingS: 2_700 },
  { kind: "ride", sport: "cycling", distanceM: 42_000, movingS: 6_000 },
  { kind: "strength", sport: "strengthTraining", distanceM: 0, movingS: 2_400 },
  { kind: "swim", sport: "lapSwimming", distanceM: 1_500, movingS: 2_000 },
] as const

process.exitCode = await withWorld("seed", async (world) => {
  const [athlete] = await world.db.sql<{ id: number; userId: string; timeZone: string }>`
    update athletes set joined_at = '2023-01-01', counts_from = '2023-01-01' where slug = ${slug}
    returning id::float8 as id, user_id as "userId", time_zone as "timeZone"
  `
  if (!athlete) throw new Error(`There is no member ${slug}`)
  const { id, userId, timeZone } = athlete
  const present = mondayOf(dayIn(world.now(), timeZone))
  let nth = 0
  for (const [index, week] of weeks.entries()) {
    const monday = addDays(present, (index - weeks.length) * 7)
    const before = instantAt(addDays(monday, -7), "12:00", timeZone)
    if (week === "break") await planWeeks({ ...world, now: () => before }, userId, { declare: monday })
    for (let day = 0; day < Number(week); day++) {
      const startedAt = instantAt(addDays(monday, day), "07:00", timeZone)
      const evening = new Date(startedAt.getTime() + 8 * 3_600_000)
      const one = kinds[nth++ % kinds.length] ?? kinds[0]
      const sent = sentRun({ ...one, elapsedS: one.movingS + 60, startedAt, name: `${one.sport} ${nth}` })
      await onActivities({ ...world, now: () => evening }, id, [sent])
    }
  }
  return 0
})
