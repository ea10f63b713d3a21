/**
 * Compares storage with the least that could do the same, in the same run. Downloads of 1 MB: node:http sending the same file
 * from disk. Uploads of 1 MB: the same bytes written to a file and flushed, and one row inserted and committed, without HTTP.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises"
import { Agent, createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createDiskFiles } from "#adapters/files/disk.ts"
import type { Db, Log } from "#domain/world.ts"
import { createGateway } from "#platform/gateway.ts"
import { createStorage } from "#platform/storage/service.ts"
import { type Load, loadTool } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"
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
  const send = uploader(address)
  await db.sql`insert into storage.buckets (id, name, public) values ('open', 'open', true)`
  await db.sql`create table bare (id uuid primary key, name text, metadata jsonb, created_at timestamptz default now())`
  await send("file.bin", randomBytes(bytes))
  const [kept = ""] = await readdir(join(folder, "files", "objects"))
  const bare = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes })
    createReadStream(join(folder, "files", "objects", kept)).pipe(response)
  })
  bare.listen(0, "127.0.0.1")
  const bareAddress = await addressOf(bare)
  try {
    const tool = await loadTool()
    say(`${cpus().length} cores, 1 MB, ${seconds} s a round, load by ${tool.name}`)
    const load: Load = {
      seconds,
      connections: downloaders,
      path: "/storage/v1/object/public/open/file.bin",
      headers: {},
    }
    await tool.run(address, { ...load, seconds: 1 })
    await tool.run(bareAddress, { ...load, seconds: 1 })
    const down: number[] = []
    const up: number[] = []
    for (let round = 1; round <= rounds; round++) {
      // The rounds alternate, so that noise on the machine affects both.
      const through = await tool.run(address, load)
      const straight = await tool.run(bareAddress, load)
      if (through.failed + straight.failed > 0) throw new Error("Downloads failed")
      down.push(through.perSecond / straight.perSecond)
      const uploads = await perSecond((data) => send(`${randomUUID()}.bin`, data))
      const writes = await perSecond((data) => writeBare(db, join(folder, "bare"), data))
      up.push(uploads / writes)
      say(
        `round ${round}: download ${through.perSecond.toFixed(0)}/s, node:http ${straight.perSecond.toFixed(0)}/s; ` +
          `upload ${uploads.toFixed(0)}/s, bare write and insert ${writes.toFixed(0)}/s`,
      )
    }
    const [downloads, uploads] = [median(down), median(up)]
    say(`median ratio: download ${downloads.toFixed(2)}, upload ${uploads.toFixed(2)}`)
    return {
      target: `downloads and uploads of 1 MB at least ${wanted} of the bare ones`,
      met: downloads >= wanted && uploads >= wanted,
    }
  } finally {
    for (const server of [ours, bare]) {
      server.close()
      server.closeAllConnections()
    }
    await gateway.close()
  }
}

async function perSecond(work: (data: Buffer) => Promise<void>): Promise<number> {
  const started = performance.now()
  let done = 0
  const one = async () => {
    const data = randomBytes(bytes)
    while (performance.now() - started < seconds * 1000) {
      // Other bytes each time: the same ones would be one file.
      data.writeUInt32BE((Math.random() * 2 ** 32) >>> 0, 0)
      await work(data)
      done++
    }
  }
  await Promise.all(Array.from({ length: uploaders }, one))
  return (done / (performance.now() - started)) * 1000
}

async function writeBare(db: Db, folder: string, data: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const id = randomUUID()
  const handle = await open(join(folder, id), "wx")
  await handle.writeFile(data)
  await handle.sync()
  await handle.close()
  await db.sql`insert into bare (id, name, metadata) values (${id}, ${`${id}.bin`}, ${db.sql.json({ size: bytes })})`
}

function uploader(address: string): (name: string, data: Buffer) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: uploaders })
  const headers = { apikey: keys.secret, "content-type": "application/octet-stream", "content-length": bytes }
  return (name, data) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${address}/storage/v1/object/open/${name}`,
        { method: "POST", agent, headers },
        (answer) => {
          answer.resume()
          answer.on("end", () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${answer.statusCode}`)),
          )
        },
      )
      sent.on("error", reject)
      sent.end(data)
    })
}

async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
