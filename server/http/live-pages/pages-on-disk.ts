import { createHash } from "node:crypto"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import type { Log } from "#ports/log.ts"
import { writeWhole } from "../../process/write-whole.ts"

/** A page as it was rendered for every visitor. */
interface StoredPage {
  body: Buffer
  contentType: string
  /** When it was rendered. */
  at: Date
}

/** The last rendering of some pages, for a start without the database. Several processes may share the folder. */
export interface PagesOnDisk {
  /** Keeps a rendering; it is written within half a minute, or at `close`. */
  put(address: string, page: StoredPage): void
  /** Null if there is none, it belongs to another build, whose scripts are gone, or it was old when this process started. */
  get(address: string): Promise<StoredPage | null>
  /** Writes what is not written yet. */
  close(): Promise<void>
}

interface PagesOnDiskOptions {
  folder: string
  /** Identifies the build that the pages belong to. */
  build: string
  log: Pick<Log, "error">
  /** How long a rendering waits to be written: a board that moves is rendered once a second. */
  everyMs?: number
  now?: () => Date
}

const headShape = z.object({
  address: z.string(),
  build: z.string(),
  contentType: z.string(),
  at: z.coerce.date(),
})

/**
 * A rendering that was older than this when the process started is not shown: while it was stopped, others may have served the site, and
 * somebody on the page may have hidden or deleted themselves. Within this time the page can be as old as a visitor's open one.
 */
const oldestMs = 3_600_000

export function createPagesOnDisk({
  folder,
  build,
  log,
  everyMs = 30_000,
  now = () => new Date(),
}: PagesOnDiskOptions): PagesOnDisk {
  const startedAt = now().getTime()
  const waiting = new Map<string, StoredPage>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const writeAll = async () => {
    const pages = [...waiting]
    waiting.clear()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const [address, page] of pages) await write(fileOf(folder, address), { address, build, ...page })
    } catch (error) {
      log.error({ error }, "Pages could not be kept on disk")
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }
  return {
    put(address, page) {
      waiting.set(address, page)
      timer ??= setTimeout(flush, everyMs).unref()
    },
    async get(address) {
      const text = await readFile(fileOf(folder, address)).catch(() => null)
      const end = text?.indexOf("\n") ?? -1
      if (!text || end === -1) return null
      const head = headShape.safeParse(parsed(text.subarray(0, end).toString("utf8")))
      if (!head.success || head.data.build !== build || head.data.address !== address) return null
      const { contentType, at } = head.data
      if (startedAt - at.getTime() > oldestMs) return null
      return { body: text.subarray(end + 1), contentType, at }
    },
    close: flush,
  }
}

function write(
  path: string,
  { body, ...head }: StoredPage & { address: string; build: string },
): Promise<void> {
  return writeWhole(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
}

function fileOf(folder: string, address: string): string {
  return join(folder, createHash("sha256").update(address).digest("hex"))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
