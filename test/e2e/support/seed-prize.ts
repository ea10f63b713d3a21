/** `node seed-prize.ts <slug>`: a prize for a member, whose shipping costs $9.95 and which can be claimed for a week. */
import { maintainBoards } from "#domain/competition/maintain.ts"
import { withWorld } from "#server/commands/with-world.ts"

const [slug = ""] = process.argv.slice(2)

process.exitCode = await withWorld("seed", async (world) => {
  await maintainBoards(world)
  const seeded = await world.db.sql`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    select season, (select count(*) + 1 from prizes where season_id = season), 'Running shoes', id, 'awarded', 995, ${world.now()},
      ${world.now()}::timestamptz + interval '7 days'
    from athletes, (select min(id) as season from seasons) as first where slug = ${slug}
    returning id
  `
  if (seeded.length === 0) throw new Error(`There is no member ${slug}`)
  return 0
})
