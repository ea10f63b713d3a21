/**
 * Compares storage with the least that could do the same, in the same run. Downloads of 1 MB: node:http sending the same file
 * from disk. Uploads of 1 MB: node:http receiving the same bytes from the same senders, which writes them to a file and flushes
 * it, and inserts and commits one row. How fast that is without HTTP, bytes that are in memory already, is printed beside it.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createDiskFiles } from "#adapters/files/disk.ts"
import type { Log } from "#domain/world.ts"
import { createGateway } from "#platform/gateway.ts"
import { createStorage } from "#platform/storage/service.ts"
import { type Load, loadTool } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"
import { openBareWrites } from "./storage/bare.ts"
import { openUploadLoad } from "./storage/upload-load.ts"
import { median } from "./support/median.ts"

const bytes = 1_000_000
const rounds = 5
const seconds = 3
const downloaders = 16
const uploaders = 8
/** The required share of the bare thing, for downloads and for uploads. */
const wanted = 0.5

const keys = { publishable: "sb_publishable_bench_aaaaaaaa", secret: "sb_secret_bench_bbbbbbbb" }
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints each round, the medians of the ratios, and what an upload costs. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-storage-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log, purpose: "bench" })
  const db = connectPostgres({ url: embedded.url, max: 10 })
  try {
    await migrate({ url: embedded.url, platform: true, log })
    return await measure(db, folder)
  } finally {
    await db.end()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(db: ReturnType<typeof connectPostgres>, folder: string): Promise<BenchResult> {
  const files = createDiskFiles({ root: join(folder, "files") })
  const storage = createStorage({ db, files, secret: "x".repeat(32), now: () => new Date(), log })
  const auth = { app: new Hono(), verifyToken: async () => null }
  const gateway = createGateway({ keys, log, backend: { kind: "local", database: db, auth, storage } })
  await gateway.ready
  const ours = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }) as Server
  const address = await addressOf(ours)
  await db.sql`insert into storage.buckets (id, name, public) values ('open', 'open', true)`
  const bareWrites = await openBareWrites(db, join(folder, "bare"))
  const seeded = await fetch(`${address}/storage/v1/object/open/file.bin`, {
    method: "POST",
    headers: { apikey: keys.secret },
    body: randomBytes(bytes),
  })
  if (!seeded.ok) throw new Error(await seeded.text())
  const [kept = ""] = await readdir(join(folder, "files", "objects"))
  const bareDownloads = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes })
    createReadStream(join(folder, "files", "objects", kept)).pipe(response)
  })
  const bareAddress = await listening(bareDownloads)
  const bareUploads = await listening(bareWrites.server)
  const senders = openUploadLoad(bytes)
  try {
    const tool = await loadTool()
    say(`${cpus().length} cores, 1 MB, ${seconds} s a round, downloads by ${tool.name}`)
    const load: Load = {
      seconds,
      connections: downloaders,
      path: "/storage/v1/object/public/open/file.bin",
      headers: {},
    }
    const upload = (url: string, seconds: number) =>
      senders.run({
        url,
        seconds,
        connections: uploaders,
        headers: { apikey: keys.secret, "content-type": "application/octet-stream" },
      })
    const uploadOurs = (seconds: number) => upload(`${address}/storage/v1/object/open/`, seconds)
    const uploadBare = (seconds: number) => upload(`${bareUploads}/`, seconds)
    await tool.run(address, { ...load, seconds: 1 })
    await tool.run(bareAddress, { ...load, seconds: 1 })
    await uploadOurs(1)
    await uploadBare(1)
    const down: number[] = []
    const up: number[] = []
    const withoutHttp: number[] = []
    for (let round = 1; round <= rounds; round++) {
      // The rounds alternate, so that noise on the machine affects both.
      const through = await tool.run(address, load)
      const straight = await tool.run(bareAddress, load)
      if (through.failed + straight.failed > 0) throw new Error("Downloads failed")
      down.push(through.perSecond / straight.perSecond)
      const uploads = await uploadOurs(seconds)
      const received = await uploadBare(seconds)
      const written = await writesPerSecond(bareWrites.write)
      up.push(uploads / received)
      withoutHttp.push(uploads / written)
      say(
        `round ${round}: download ${through.perSecond.toFixed(0)}/s, node:http ${straight.perSecond.toFixed(0)}/s; ` +
          `upload ${uploads.toFixed(0)}/s, bare ${received.toFixed(0)}/s, bare without HTTP ${written.toFixed(0)}/s`,
      )
    }
    const [downloads, uploads] = [median(down), median(up)]
    say(
      `median ratio: download ${downloads.toFixed(2)}, upload ${uploads.toFixed(2)} ` +
        `(of what needs no HTTP ${median(withoutHttp).toFixed(2)})`,
    )
    return {
      target: `downloads and uploads of 1 MB at least ${wanted} of the bare ones`,
      met: downloads >= wanted && uploads >= wanted,
    }
  } finally {
    senders.close()
    for (const server of [ours, bareDownloads, bareWrites.server]) {
      server.close()
      server.closeAllConnections()
    }
    await gateway.close()
  }
}

/** Writes without a network, from as many at a time as there are senders. */
async function writesPerSecond(write: (chunks: readonly Uint8Array[]) => Promise<void>): Promise<number> {
  const started = performance.now()
  let done = 0
  const one = async () => {
    const data = randomBytes(bytes)
    while (performance.now() - started < seconds * 1000) {
      data.write(randomUUID())
      await write([data])
      done++
    }
  }
  await Promise.all(Array.from({ length: uploaders }, one))
  return (done / (performance.now() - started)) * 1000
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1")
  return addressOf(server)
}

async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
