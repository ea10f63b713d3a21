import type { Db } from "#ports/db.ts"
import type { Files } from "#ports/files.ts"
import type { StoredObject } from "../objects/rows.ts"
import type { Ledger } from "./ledger.ts"
import { bucketsOf, bytesOf, objectsOf } from "./source.ts"
import type { Target } from "./target.ts"

interface Exported {
  buckets: number
  /** The number of objects sent and read back with the same checksum. */
  sent: number
  /** The number of objects sent by an earlier export. */
  before: number
  failed: number
}

/** The number of concurrent transfers. */
const atOnce = 4

/**
 * Sends every bucket and every object with its row to another storage service. An object is complete once its bytes,
 * read back from the target, have the same checksum; it is then recorded in the ledger, and later exports skip it. A
 * failed one is reported to `onFailure`, and the others continue. Throws if a bucket cannot be created.
 */
export async function exportObjects(options: {
  db: Db
  files: Files
  target: Target
  ledger: Ledger
  onFailure(object: StoredObject, reason: string): void
}): Promise<Exported> {
  const { db, files, target, ledger, onFailure } = options
  const buckets = await bucketsOf(db)
  for (const bucket of buckets) {
    await target.makeBucket(bucket).catch((error: unknown) => {
      throw new Error(`The bucket ${bucket.id} could not be made there: ${reasonOf(error)}`, { cause: error })
    })
  }

  const exported: Exported = { buckets: buckets.length, sent: 0, before: 0, failed: 0 }
  const objects = objectsOf(db)
  const send = async (object: StoredObject) => {
    if (ledger.has(object)) return void exported.before++
    try {
      await target.put(object, bytesOf(files, object))
      if ((await target.hashOf(object)) !== object.version) throw new Error("it arrived with other bytes")
      await ledger.add(object)
      exported.sent++
    } catch (error) {
      exported.failed++
      onFailure(object, reasonOf(error))
    }
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for await (const object of { [Symbol.asyncIterator]: () => ({ next: () => objects.next() }) })
        await send(object)
    }),
  )
  return exported
}

/** The client wraps errors of the body stream; the innermost cause is the most specific. */
function reasonOf(error: unknown): string {
  let reason = error
  for (let depth = 0; depth < 5; depth++) {
    const { cause, originalError } = (reason ?? {}) as { cause?: unknown; originalError?: unknown }
    const inner = originalError ?? cause
    if (!(inner instanceof Error) || inner.message === "") break
    reason = inner
  }
  return reason instanceof Error ? reason.message : String(reason)
}
