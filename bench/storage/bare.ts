import { randomUUID } from "node:crypto"
import { mkdir, open } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { join } from "node:path"
import type { Db } from "#domain/world.ts"

interface BareWrites {
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Takes the body of each request, writes it, and answers 200. */
  server: Server
}

/** The least that stores bytes and says so: a new file, flushed, and a row, committed. Nothing is checked, hashed or renamed. */
export async function openBareWrites(db: Db, folder: string): Promise<BareWrites> {
  await mkdir(folder, { recursive: true })
  await db.sql`create table bare (id uuid primary key, name text, metadata jsonb, created_at timestamptz default now())`

  async function write(chunks: readonly Uint8Array[]): Promise<void> {
    const id = randomUUID()
    const handle = await open(join(folder, id), "wx")
    const { bytesWritten } = await handle.writev(chunks)
    await handle.sync()
    await handle.close()
    const metadata = db.sql.json({ size: bytesWritten })
    await db.sql`insert into bare (id, name, metadata) values (${id}, ${`${id}.bin`}, ${metadata})`
  }

  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () =>
      write(chunks).then(
        () => response.writeHead(200, { "content-length": 2 }).end("{}"),
        (error) => response.destroy(error),
      ),
    )
  })
  return { write, server }
}
