/**
 * `npm run bench -- shop`: form submissions and payment webhooks stored per second, compared with a bare
 * insert of the same row in the same run, on the same PostgreSQL with every commit flushed and as many
 * writers.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import type { BenchResult } from "./run.ts"
import { measureSubmissions } from "./shop/submissions.ts"
import { measureWebhooks } from "./shop/webhooks.ts"
import { quiet } from "./support/quiet.ts"

/**
 * Prints the figures of each part; the target is met when every part reaches its share of the bare insert.
 */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-shop-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  try {
    await migrate({ url: embedded.url, platform: true, log: quiet })
    process.stdout.write(`${cpus().length} cores, every commit flushed\n`)
    const parts = [await measureSubmissions(embedded.url, quiet), await measureWebhooks(embedded.url, quiet)]
    return { target: parts.map(({ target }) => target).join("; "), met: parts.every(({ met }) => met) }
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
