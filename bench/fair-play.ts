/**
 * `npm run bench -- fair-play [sessions]`: sends 20,000 modeled honest sessions of 300 members and then every cheat of
 * `fair-play/cheats`, by the way that files and services take, and prints what became of them as tables.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { recompute } from "#domain/competition/scoring/recompute.ts"
import { addDays } from "#primitives/zones.ts"
import { openBenchWorld } from "./competition/world.ts"
import { cheats } from "./fair-play/cheats/all.ts"
import { playCheats } from "./fair-play/cheats/play.ts"
import { figuresOf } from "./fair-play/figures.ts"
import { playHonest } from "./fair-play/honest/play.ts"
import { firstDay } from "./fair-play/honest/season.ts"
import { openThreads } from "./fair-play/honest/threads.ts"
import { openStage } from "./fair-play/stage.ts"
import { cheatTable, honestTable } from "./fair-play/table.ts"
import type { BenchResult } from "./run.ts"
import { quiet } from "./support/quiet.ts"

const season = { seed: "fair play", athletes: 300, weeks: 10 }
const most = Number(process.argv[3] ?? 20_000)
const say = (line: string) => void process.stdout.write(`${line}\n`)

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-fair-play-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  try {
    const opened = await openBenchWorld(embedded.url, { name: "fair_play", connections: 4 })
    // What is measured is not how fast it is, and nothing of it is kept.
    await opened.db.query("alter system set synchronous_commit = off")
    await opened.db.query("select pg_reload_conf()")
    const stage = openStage(opened.world, (at) => opened.setNow(at.toISOString()))
    const began = performance.now()
    const progress = (done: number) => {
      if (done % 2000 === 0) say(`${done} sessions after ${Math.round((performance.now() - began) / 1000)} s`)
    }
    const threads = openThreads(season)
    const honest = await playHonest(stage, season, { most, progress, read: threads.read })
    await threads.close()
    const last = honest.sessions.at(-1)?.session.startedAt ?? new Date()
    const played = await playCheats(stage, cheats, {
      ...{ seed: season.seed, sessions: honest.sessions, firstNewcomer: 1000 },
      firstDay: addDays(last.toISOString().slice(0, 10), 1),
    })
    const again = await recompute(stage.world, { repair: false })
    await opened.close()
    const { lines, met } = figuresOf(honest, played, again)
    say(`\n${honestTable(honest.sessions)}\n\n${cheatTable(played)}\n\n${lines.join("\n")}`)
    say(
      `From ${firstDay} to ${last.toISOString().slice(0, 10)}; ${Math.round((performance.now() - began) / 1000)} s`,
    )
    return { target: "every target named above", met }
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
