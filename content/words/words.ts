import type { WordsPart } from "./kind.ts"
import { anyKind, type EntryOf, isKind, type KindName, kinds } from "./kinds.ts"
import { type ExternalLinks, linkKind } from "./links.ts"

/** An entry that an operator changed or added, as stored (supabase/migrations, private.publishing). */
export interface WordsRow {
  kind: string
  slug: string
  data: Record<string, unknown>
  position: number | null
  state: "draft" | "published" | "hidden"
}

/** The words of the site: the defaults of content/ with the rows of operators. */
export interface Words {
  /** The published entries of a kind, in their order. */
  list<K extends KindName>(kind: K): readonly EntryOf<K>[]
  /** `hidden`: also an entry that is on no page. */
  find<K extends KindName>(kind: K, slug: string, also?: { hidden?: boolean }): EntryOf<K> | undefined
  /**
   * Whether an operator changed or added an entry that pages show. Pages must ask this instead of comparing with the
   * entries of content/, of which their bundle contains a copy of its own.
   */
  isOwn(kind: KindName, slug: string): boolean
  /** Our addresses on other sites. */
  readonly links: ExternalLinks
  /** Whether a row says anything else than content/, in one part of pages or in any. */
  isChanged(part?: WordsPart): boolean
}

/** One entry of a merged list, published or not. */
interface WordsEntry {
  slug: string
  data: Record<string, unknown>
  position: number
  state: "default" | WordsRow["state"]
}

/** Entries that were added without a place come after all others. */
const atTheEnd = 1_000_000

/**
 * Every entry of a kind in its order, drafts and hidden ones included: the defaults, each replaced by the row of the same
 * slug, and the rows that have no default. A row that does not fit the kind's shape any more counts as absent.
 */
export function entriesOf(name: KindName, rows: readonly WordsRow[]): WordsEntry[] {
  const kind = anyKind(name)
  const own = new Map(rows.filter((row) => row.kind === name).map((row) => [row.slug, row]))
  const places = new Map(kind.defaults.map((value, index) => [kind.slugOf(value), index + 1]))
  const fromRow = (row: WordsRow): WordsEntry[] => {
    const read = kind.shape.safeParse(row.data)
    if (!read.success) return []
    const { slug, state } = row
    return [{ slug, data: read.data, position: row.position ?? places.get(slug) ?? atTheEnd, state }]
  }
  const defaults = kind.defaults.flatMap((data, index): WordsEntry[] => {
    const slug = kind.slugOf(data)
    const row = own.get(slug)
    const changed = row ? fromRow(row) : []
    return changed.length > 0 ? changed : [{ slug, data, position: index + 1, state: "default" }]
  })
  const added = [...own.values()].filter(({ slug }) => !places.has(slug)).flatMap(fromRow)
  return [...defaults, ...added].sort(
    (a, b) => a.position - b.position || Number(a.slug > b.slug) - Number(a.slug < b.slug),
  )
}

/** The words that visitors read, with these rows. */
export function wordsWith(rows: readonly WordsRow[]): Words {
  const known = rows.filter(
    ({ kind, state, slug }) => isKind(kind) && (state !== "draft" || hasDefault(kind, slug)),
  )
  const changed = new Set(
    known.flatMap(({ kind, state }) => (isKind(kind) && state !== "draft" ? kinds[kind].part : [])),
  )
  const lists = new Map<KindName, readonly object[]>()
  const list = <K extends KindName>(kind: K): readonly EntryOf<K>[] => {
    const made = lists.get(kind) ?? published(kind, known)
    lists.set(kind, made)
    return made as readonly EntryOf<K>[]
  }
  return {
    list,
    find<K extends KindName>(kind: K, slug: string, { hidden = false } = {}) {
      const found = list(kind).find((value) => anyKind(kind).slugOf(value as never) === slug)
      if (found || !hidden) return found
      const entry = entriesOf(kind, known).find((one) => one.slug === slug && one.state === "hidden")
      return entry?.data as EntryOf<K> | undefined
    },
    isOwn: (kind, slug) =>
      known.some((row) => row.kind === kind && row.slug === slug && row.state === "published"),
    get links() {
      return list("links")[0] ?? (linkKind.defaults[0] as ExternalLinks)
    },
    isChanged: (part) => (part === undefined ? changed.size > 0 : changed.has(part)),
  }
}

function hasDefault(kind: string, slug: string): boolean {
  if (!isKind(kind)) return false
  const { defaults, slugOf } = anyKind(kind)
  return defaults.some((value) => slugOf(value) === slug)
}

function published(kind: KindName, rows: readonly WordsRow[]): readonly object[] {
  const { defaults, slugOf } = anyKind(kind)
  if (!rows.some((row) => row.kind === kind)) return defaults
  return entriesOf(kind, rows).flatMap(({ slug, data, state }) => {
    if (state === "hidden") return []
    if (state !== "draft") return [data]
    const before = defaults.find((value) => slugOf(value) === slug)
    return before ? [before] : []
  })
}

/** The words without any change. */
export const wordsOfContent = wordsWith([])
/** The kinds that the Content desk edits. */
export const kindNames = (Object.keys(kinds) as KindName[]).filter((name) => !anyKind(name).desk)
