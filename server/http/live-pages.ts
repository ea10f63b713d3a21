import type { IncomingHttpHeaders } from "node:http"
import type { WordsPart } from "#content/words/kind.ts"
import type { Published } from "#domain/published.ts"
import type { LivePage, ShownPart } from "#domain/shown.ts"
import type { DatabaseWatch } from "../world/database-watch.ts"
import { isDecodable } from "./guard/readable-address.ts"
import { createKeep } from "./live-pages/keep.ts"
import type { LiveSource, Rendered } from "./live-pages/source.ts"
import type { Versions } from "./live-pages/versions.ts"

/**
 * Pages and JSON responses with database content that is the same for every visitor: rendered once per version of that
 * content, kept in memory compressed, and sent by static.ts like prerendered pages. Their renderers get only the URL:
 * no header, cookie or token of any visitor reaches them.
 */
export interface LivePages {
  /**
   * The page at `url` for a visitor; undefined if it is not a live page, null if it has to be rendered individually.
   * @param url path and query as sent
   */
  find(url: string, headers: IncomingHttpHeaders): Rendered | Promise<Rendered> | undefined
  /** Whether a prerendered page is out of date, because an operator has changed words that it shows. */
  supersedes(url: string): boolean
  close(): void
}

interface LivePagesOptions {
  sources: readonly LiveSource[]
  versions: Versions
  database: DatabaseWatch
  published: Published
  mostBytes?: number
}

/** A page at one URL, whose known query parameters are in a fixed order. */
interface Found {
  address: string
  page: LivePage
  source: LiveSource
}

/** Pages with longer queries are not kept: no cursor or name is that long. */
const longestQuery = 200

/** When all pages that are kept on disk are rendered for the first time, and again if they have changed since. */
const [firstMs, everyMs] = [60_000, 600_000]

/** Cache of the most frequent URLs, so that each is parsed only once. */
const addressesKept = 1_000

export function createLivePages({
  sources,
  versions,
  database,
  published,
  mostBytes,
}: LivePagesOptions): LivePages {
  const keep = createKeep({ versions, database, ...(mostBytes === undefined ? {} : { mostBytes }) })
  const known = new Map<string, Found>()

  const lookUp = (url: string): Found | undefined => {
    const before = known.get(url)
    if (before) return before
    const found = read(url, sources)
    if (found && url.length <= longestQuery) {
      if (known.size >= addressesKept) known.clear()
      known.set(url, found)
    }
    return found
  }
  const find: LivePages["find"] = (url, headers) => {
    const found = lookUp(url)
    if (!found) return undefined
    const { address, page, source } = found
    if (source.personal && headers.authorization !== undefined) return undefined
    const { stored } = source
    return keep.get(address, page, () => source.render(address), stored && (() => stored(address)))
  }

  // What nobody visits is rendered for the disk all the same: a page that an operator has changed, or a member has left.
  const addresses = sources.flatMap(({ onDisk = [] }) => onDisk)
  let next: NodeJS.Timeout | undefined
  const renderAll = async () => {
    for (const address of addresses) {
      if (database.awaySince() !== undefined) break
      // A visitor's rendering would say why it failed.
      await Promise.resolve(find(address, {})).catch(() => null)
    }
    next = setTimeout(renderAll, everyMs).unref()
  }
  if (addresses.length > 0) next = setTimeout(renderAll, firstMs).unref()

  return {
    find,
    close: () => clearTimeout(next),
    supersedes(url) {
      const { words } = published
      return (
        words.isChanged() &&
        (lookUp(url)?.page.shows.some((part) => isWords(part) && words.isChanged(part)) ?? false)
      )
    },
  }
}

function isWords(part: ShownPart): part is WordsPart {
  return part === "publishing" || part === "frame" || part === "seasons"
}

function read(url: string, sources: readonly LiveSource[]): Found | undefined {
  const mark = url.indexOf("?")
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 ? "" : url.slice(mark + 1)
  // The guard refuses it (server/http/guard/readable-address.ts).
  if (query.length > longestQuery || !isDecodable(path)) return undefined
  for (const source of sources) {
    const page = source.match(path)
    if (!page) continue
    const address = query === "" ? path : withQuery(path, new URLSearchParams(query), page.query ?? [])
    return address === undefined ? undefined : { address, page, source }
  }
  return undefined
}

/** Undefined for a router request for the data of only some routes, and for one that is refused with a message. */
function withQuery(path: string, given: URLSearchParams, names: readonly string[]): string | undefined {
  if (given.has("_routes")) return undefined
  const asked = names.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  if (asked.some(([, value]) => value?.includes("\0"))) return undefined
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
