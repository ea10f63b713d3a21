/**
 * A day with 200 comments and 5,000 cheers, as one of its members gets it, beside the same day with neither: `npm run bench --
 * community`. Reads alone, because the page around them is the same.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { cheeredDays } from "#domain/community/cheered-days.ts"
import { commentsOn } from "#domain/community/comments-on.ts"
import { ownCheers } from "#domain/community/own-cheers.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { addMember, nameModerator } from "#test/support/community.ts"
import { openBenchWorld } from "./competition/world.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"
import { quietLog } from "./support/quiet-log.ts"

const rounds = 40
const [comments, cheers] = [200, 5_000]
/** How much longer the full day may take than the empty one, for which a page is rendered and its days are read. */
const most = 10
const on = "2026-11-19"

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  const { world, close } = await openBenchWorld(embedded.url, { name: "bench_community", connections: 4 })
  try {
    await maintainBoards(world)
    await nameModerator(world)
    const owner = await addMember(world, "Owner")
    const quiet = await addMember(world, "Quiet")
    const viewer = await addMember(world, "Viewer")
    await world.db.sql`
      insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
      select 'giver-' || n, 'Giver ' || n, 'giver', 'Yes', now(), now() from generate_series(1, ${cheers}) n`
    await world.db.sql`
      insert into private.cheers (giver_id, receiver_id, local_on, at)
      select id, ${owner.id}, ${on}, now() from athletes where slug like 'giver-%'`
    await world.db.sql`
      insert into private.comments (author_id, athlete_id, local_on, body, at)
      select id, ${owner.id}, ${on}, repeat('Strong work! ', 30), now() from athletes where slug like 'giver-%' limit ${comments}`
    await world.db.sql`analyze`
    const read = async (athlete: string) => {
      const began = performance.now()
      await explain(world, { athlete, viewer: viewer.userId, from: on })
      const talk = await commentsOn(world, viewer.userId, { athlete, on })
      const { athletes } = await cheeredDays(world, viewer.userId, {
        athletes: [athlete],
        days: 1,
        until: on,
      })
      return { ms: performance.now() - began, talk, day: athletes[athlete]?.[0] }
    }
    const full = await read(owner.slug)
    if (
      full.talk?.comments.length !== comments ||
      full.day?.count !== cheers ||
      full.day.comments !== comments
    )
      throw new Error("The day does not have what is measured")
    const times: Record<"full" | "empty" | "own", number[]> = { full: [], empty: [], own: [] }
    for (let round = 0; round < rounds; round++) {
      times.empty.push((await read(quiet.slug)).ms)
      times.full.push((await read(owner.slug)).ms)
      const began = performance.now()
      await ownCheers(world, owner.userId, { days: 30 })
      times.own.push(performance.now() - began)
    }
    const [empty, busy, own] = [median(times.empty), median(times.full), median(times.own)]
    process.stdout.write(
      `empty day ${empty.toFixed(1)} ms, ${comments} comments and ${cheers} cheers ${busy.toFixed(1)} ms (${(busy / empty).toFixed(2)} times), the owner's list of cheers ${own.toFixed(1)} ms; ${rounds} rounds\n`,
    )
    return { target: `at most ${most} times an empty day`, met: busy / empty <= most }
  } finally {
    await close()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
