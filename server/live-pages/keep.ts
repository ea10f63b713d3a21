import type { LivePage } from "#domain/shown.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import type { StaticFile } from "../static/file.ts"
import type { DatabaseWatch } from "../world/database-watch.ts"
import type { Version, Versions } from "./versions.ts"

/** A rendered page, ready to send; null when the request must be answered individually, such as "not found". */
export type Rendered = StaticFile | null

interface KeepOptions {
  versions: Pick<Versions, "current" | "catchUp" | "outdatedSince">
  database: Pick<DatabaseWatch, "awaySince" | "suspect">
  /** The most bytes of memory that kept pages may take. */
  mostBytes?: number
}

interface Keep {
  /**
   * The page for a visitor who comes now: at once when the kept one may be shown, otherwise when it is rendered. At most
   * one rendering of a page runs at a time. While the database is away the kept page is shown with its age. Rejects when
   * rendering fails and there is no kept page.
   * @param key identifies the page; the same for all addresses that show the same
   */
  get(key: string, page: LivePage, render: () => Promise<Rendered>): Rendered | Promise<Rendered>
  readonly bytes: number
}

interface Kept {
  rendered: Rendered
  bytes: number
  version: Version
  /** When its rendering began, in ms of performance.now(), as all instants here. */
  renderedAt: number
  /** The same page with its age, as of one instant. */
  old?: { asOf: number; file: StaticFile; withLine?: Promise<StaticFile> }
  /** When its next rendering may start. */
  restsUntil: number
}

/**
 * A change is in the page at most so many ms after its commit, and no page is served that lacks an older one. The rest of
 * a second is for sending the page while the processor is busy.
 */
const outdatedMs = 925
/** A page that takes long to render is rendered during at most half of the time. */
const restAfterSlow = 2
/** How long one rendering may take. */
const renderWithinMs = 5_000
/** A visitor waits for a rendering so long where there is an older page to show. */
const patienceMs = 2_500
/** From this age on a page says how old it is. */
const lineAfterMs = 30_000
/** Memory of a key and its objects beside the bodies. */
const bytesBeside = 4_096
const defaultMostBytes = 64 * 1024 * 1024

/** Pages in memory; the least recently used ones make room for new ones. */
export function createKeep({ versions, database, mostBytes = defaultMostBytes }: KeepOptions): Keep {
  // In the order of their last use.
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<Rendered>>()
  let bytes = 0
  /** The key that was used last. */
  let latest: string | undefined

  const forget = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, one: Kept) => {
    forget(key)
    kept.set(key, one)
    latest = key
    bytes += one.bytes
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }
  const renderNow = async (key: string, page: LivePage, render: () => Promise<Rendered>) => {
    const startedAt = performance.now()
    await versions.catchUp(page)
    // Taken before the data is read: what changes in between makes the rendering outdated.
    const version = versions.current(page)
    const rendered = await render()
    // A change that this rendering just missed waits for the next one, from its start to its end.
    const tookMs = performance.now() - startedAt
    const restsUntil = startedAt + Math.max(outdatedMs - tookMs, restAfterSlow * tookMs)
    keep(key, {
      rendered,
      bytes: sizeOf(rendered) + 2 * key.length,
      version,
      renderedAt: startedAt,
      restsUntil,
    })
    return rendered
  }
  const start = (key: string, page: LivePage, render: () => Promise<Rendered>, inMs: number) => {
    // Its deadline is its own: whoever came first may leave.
    const renderInTime = () => withOwnDeadline(renderWithinMs, () => renderNow(key, page, render))
    const started = inMs > 0 ? sleep(inMs).then(renderInTime) : renderInTime()
    const rendering = started
      .catch((error) => {
        if (isDatabaseAway(error)) database.suspect()
        throw error
      })
      .finally(() => running.delete(key))
    running.set(key, rendering)
    return rendering
  }
  return {
    get(key, page, render) {
      const one = kept.get(key)
      const outdated = one && versions.outdatedSince(page, one.version)
      if (one && outdated === undefined) {
        if (latest !== key) {
          kept.delete(key)
          kept.set(key, one)
          latest = key
        }
        const awaySince = database.awaySince()
        return awaySince === undefined ? one.rendered : withAge(one, Math.max(one.renderedAt, awaySince))
      }
      const now = performance.now()
      const restsMs = one ? one.restsUntil - now : 0
      const rendering = running.get(key)
      if (one && outdated !== undefined && now - outdated < outdatedMs && (rendering || restsMs > 0))
        return one.rendered
      if (!one?.rendered) return rendering ?? start(key, page, render, restsMs)
      const asOf = outdated === Number.NEGATIVE_INFINITY ? one.renderedAt : (outdated ?? one.renderedAt)
      // The watch says when it answers again; until then nobody waits.
      if (database.awaySince() !== undefined) return withAge(one, asOf)
      return inTimeOrKept(rendering ?? start(key, page, render, restsMs), () => withAge(one, asOf))
    },
    get bytes() {
      return bytes
    },
  }
}

/** The rendering, or the kept page when the database lets it wait or fail. */
async function inTimeOrKept(
  rendering: Promise<Rendered>,
  kept: () => Rendered | Promise<Rendered>,
): Promise<Rendered> {
  const { promise: late, resolve } = Promise.withResolvers<"late">()
  const timer = setTimeout(resolve, patienceMs, "late")
  try {
    const first = await Promise.race([rendering, late])
    return first === "late" ? await kept() : first
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return await kept()
  } finally {
    clearTimeout(timer)
  }
}

/** The page as it was last right, with its age, and after a while with a line that says so. */
function withAge(one: Kept, asOf: number): Rendered | Promise<Rendered> {
  const { rendered } = one
  if (!rendered) return rendered
  if (one.old?.asOf !== asOf) one.old = { asOf, file: { ...rendered, asOf } }
  const { old } = one
  const ageMs = performance.now() - asOf
  if (ageMs < lineAfterMs || !rendered.withAsOf) return old.file
  old.withLine ??= rendered.withAsOf(new Date(Date.now() - ageMs)).then((file) => ({ ...file, asOf }))
  return old.withLine
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sizeOf(rendered: Rendered): number {
  const bodies = rendered ? Object.values(rendered.variants).map(({ body }) => body.length) : []
  return bodies.reduce((sum, length) => sum + length, bytesBeside)
}
