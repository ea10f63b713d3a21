import { z } from "zod"
import { type Words, type WordsRow, wordsOfContent, wordsWith } from "#content/words/words.ts"
import type { World } from "#domain/world.ts"
import type { Snapshot } from "#ports/snapshot.ts"
import type { Published } from "../published.ts"
import type { ShownPart } from "../shown.ts"
import { publishingRows } from "./rows.ts"

interface FollowedWords extends Published {
  close(): void
}

/** The parts that the triggers of the rows name (supabase/migrations, private.tell_publishing). */
const parts: readonly ShownPart[] = ["publishing", "frame", "seasons"]

const keptShape = z.array(
  z.object({
    kind: z.string(),
    slug: z.string(),
    data: z.record(z.string(), z.unknown()),
    position: z.number().nullable(),
    state: z.enum(["published", "hidden"]),
  }),
)

/**
 * Reads the published words and follows their changes, whichever process makes them. The last published form is also
 * kept on disk: a process that starts while the rows cannot be read shows that, and not the defaults.
 */
export async function followWords(
  { db, live, log }: Pick<World, "db" | "live" | "log">,
  kept: Snapshot,
): Promise<FollowedWords> {
  let words = wordsOfContent
  let known = ""
  // Counts messages: rows read before the last one may lack its change.
  let told = 0
  let read = -1
  let reading: Promise<void> | undefined
  let isClosed = false

  const take = (rows: readonly WordsRow[]): string | null => {
    const shown = rows.filter(({ state }) => state !== "draft")
    const text = JSON.stringify(shown)
    if (text === known) return null
    known = text
    words = wordsWith(shown)
    return text
  }
  const readAll = async () => {
    while (read < told) {
      const until = told
      const text = take(await publishingRows(db))
      read = until
      if (text !== null)
        await kept
          .write(text)
          .catch((error: unknown) => log.error({ error }, "The published words could not be kept on disk"))
    }
  }
  const catchUp = () => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
  // A reading that is just ending may not know of the last message.
  const untilKnown = async () => {
    while (read < told) await catchUp()
  }
  const hear = () => {
    told++
    // Who renders waits for the same reading, and hears of its failure.
    void catchUp().catch((error: unknown) => {
      if (!isClosed) log.warn({ error }, "The published words could not be read")
    })
  }

  take(await rowsKept(kept))
  const ends = parts.map((part) => live.subscribe(part, hear))
  await catchUp().catch((error: unknown) =>
    log.error({ error }, "The published words could not be read; those kept on disk are shown"),
  )
  return {
    get words() {
      return words
    },
    catchUp: untilKnown,
    async reload() {
      told++
      await untilKnown()
    },
    close() {
      isClosed = true
      for (const end of ends) end()
    },
  }
}

/** The words that were published last on this machine, for a process that cannot ask the database. */
export async function wordsKept(kept: Snapshot): Promise<Words> {
  return wordsWith(await rowsKept(kept))
}

async function rowsKept(kept: Snapshot): Promise<WordsRow[]> {
  const read = keptShape.safeParse(parsed(await kept.read()))
  return read.success ? read.data : []
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
