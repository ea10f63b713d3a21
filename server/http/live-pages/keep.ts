import type { LivePage } from "#domain/shown.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import type { DatabaseWatch } from "../../world/database-watch.ts"
import type { Rendered, Stored } from "./source.ts"
import type { Version, Versions } from "./versions.ts"

interface KeepOptions {
  versions: Pick<Versions, "current" | "catchUp" | "outdatedSince">
  database: Pick<DatabaseWatch, "awaySince" | "suspect">
  /** The maximum memory for kept pages, in bytes. */
  mostBytes?: number
}

interface Keep {
  /**
   * The page for a visitor who comes now: immediately if the kept one may be shown, otherwise after rendering. At most
   * one rendering of a page runs at a time. While the database is down, the kept page is shown with its age. Rejects if
   * rendering fails and there is no kept page.
   * @param key identifies the page; the same for all URLs that show the same
   * @param stored the rendering on disk, for when there is none in memory and the database is away
   */
  get(
    key: string,
    page: LivePage,
    render: () => Promise<Rendered>,
    stored?: () => Promise<Stored | null>,
  ): Rendered | Promise<Rendered>
  readonly bytes: number
}

interface Kept {
  rendered: Rendered
  bytes: number
  version: Version
  /** When its rendering started, in ms of performance.now(), like all instants here. */
  renderedAt: number
  /** The same page with its age, at one instant. */
  old?: { asOf: number; file: NonNullable<Rendered>; withLine?: Promise<NonNullable<Rendered>> }
  /** The earliest start of its next rendering. */
  restsUntil: number
}

/**
 * A change appears on the page at most this many ms after its commit, and no page is served that lacks an older one.
 * The rest of a second is for sending the page while the CPU is busy.
 */
const outdatedMs = 925
/** A page that takes long to render is rendering during at most half of the time. */
const restAfterSlow = 2
/** The maximum duration of a rendering. */
const renderWithinMs = 5_000
/** The time that a visitor waits for a rendering if there is an older page to show. */
const patienceMs = 2_500
/** From this age on, a page states how old it is. */
const lineAfterMs = 30_000
/** Memory for a key and its objects, in addition to the bodies. */
const bytesBeside = 4_096
const defaultMostBytes = 64 * 1024 * 1024

/** Pages in memory; the least recently used ones are evicted. */
export function createKeep({ versions, database, mostBytes = defaultMostBytes }: KeepOptions): Keep {
  // In the order of their last use.
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<Rendered>>()
  /** Read from disk while the database is away. */
  const onDisk = new Map<string, Stored & Pick<Kept, "old">>()
  let bytes = 0
  /** The most recently used key. */
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
    // Taken before the data is read, so that a change in between makes the rendering outdated.
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
    // It has its own deadline, because the visitor who triggered it may leave.
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
  /** The rendering or, if the database is away, the one on disk, which is remembered until it is back. */
  const renderedOrStored = async (
    key: string,
    rendering: Promise<Rendered>,
    stored: () => Promise<Stored | null>,
  ) => {
    try {
      const rendered = await rendering
      onDisk.delete(key)
      return rendered
    } catch (error) {
      const found = isDatabaseAway(error) ? await stored() : null
      if (!found) throw error
      onDisk.set(key, found)
      return withAge(found, found.renderedAt)
    }
  }
  return {
    get(key, page, render, stored) {
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
      if (!one?.rendered) {
        const remembered = database.awaySince() === undefined ? undefined : onDisk.get(key)
        if (remembered) return withAge(remembered, remembered.renderedAt)
        const started = rendering ?? start(key, page, render, restsMs)
        return stored ? renderedOrStored(key, started, stored) : started
      }
      const asOf = outdated === Number.NEGATIVE_INFINITY ? one.renderedAt : (outdated ?? one.renderedAt)
      // The watch reports when the database responds again; until then nobody waits.
      if (database.awaySince() !== undefined) return withAge(one, asOf)
      return inTimeOrKept(rendering ?? start(key, page, render, restsMs), () => withAge(one, asOf))
    },
    get bytes() {
      return bytes
    },
  }
}

/** The rendering, or the kept page if the database is slow or fails. */
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

/** The last version that was current, with its age, and after a while with a line that states it. */
function withAge(one: Pick<Kept, "rendered" | "old">, asOf: number): Rendered | Promise<Rendered> {
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
