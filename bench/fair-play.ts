/**
 * `npm run bench -- fair-play [sessions]`: sends 20,000 modeled honest sessions of 300 members and then every cheat of
 * `fair-play/cheats`, through the same path as files and services, and prints the verdicts as tables.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { addDays } from "#primitives/zones.ts"
import { openBenchWorld } from "./competition/world.ts"
import { cheats } from "./fair-play/cheats/all.ts"
import { playCheats } from "./fair-play/cheats/play.ts"
import { figuresOf } from "./fair-play/figures.ts"
import { playHonest } from "./fair-play/honest/play.ts"
import { firstDay } from "./fair-play/honest/season.ts"
import { openThreads } from "./fair-play/honest/threads.ts"
import { openStage, type Stage } from "./fair-play/stage.ts"
import { cheatTable, honestTable } from "./fair-play/table.ts"
import type { BenchResult } from "./run.ts"
import { quietLog } from "./support/quiet-log.ts"

const season = { seed: "fair play", athletes: 300, weeks: 10 }
const [sessions = "20000"] = process.argv.slice(3)
const say = (line: string) => void process.stdout.write(`${line}\n`)

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-fair-play-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  try {
    const { world, db, setNow, close } = await openBenchWorld(embedded.url, {
      name: "fair_play",
      connections: 4,
    })
    // Its speed does not matter here, and nothing is kept.
    await db.query("alter system set synchronous_commit = off")
    await db.query("select pg_reload_conf()")
    const stage = openStage(world, (at) => setNow(at.toISOString()))
    const met = await all(stage, Number(sessions))
    await close()
    return { target: "every target named above", met }
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function all(stage: Stage, most: number): Promise<boolean> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const progress = (done: number) => {
    if (done % 2000 === 0) say(`${done} sessions after ${seconds()} s`)
  }
  const threads = openThreads(season)
  const honest = await playHonest(stage, season, { most, progress, read: threads.read })
  await threads.close()
  const lastDay = honest.sessions.at(-1)?.session.startedAt.toISOString().slice(0, 10) ?? firstDay
  const played = await playCheats(stage, cheats, {
    ...{ seed: season.seed, sessions: honest.sessions },
    ...{ firstDay: addDays(lastDay, 1), firstNewcomer: 1000 },
  })
  const { lines, met } = figuresOf(honest, played, await recompute(stage.world, { repair: false }))
  say(`\n${honestTable(honest.sessions)}\n\n${cheatTable(played)}\n\n${lines.join("\n")}`)
  say(`From ${firstDay} to ${lastDay}, in ${seconds()} s`)
  return met
}
