import type { StandingRow } from "./standing-row.ts"

/** Consecutive rows of a board as one audience sees them. */
export interface ShownRows {
  rows: readonly StandingRow[]
  /** The place key of the last one; zero when the board ends with them. */
  lastKey: number
  /** Cursor for the next page; null on the last page. */
  next: string | null
}

/** Which rows: `after` is the cursor of a page, null for the first. */
export interface RowsAsked {
  limit: number
  after: string | null
  asMember: boolean
}

/** The rows of one board that were read and have not changed since, separately for visitors and for members. */
export interface RowsInMemory {
  /** Returns rows from memory, or reads them once, however many callers ask meanwhile. */
  read(asked: RowsAsked, fromDatabase: () => Promise<ShownRows>): Promise<ShownRows>
  /** Rows changed at this place or below it: drops the pages that reach down to it. Infinity drops everything. */
  drop(highestKey: number): void
}

/** Pages in memory per board: the first ones for both audiences, and some further ones. */
const most = 200

export function createRowsInMemory(): RowsInMemory {
  const pages = new Map<string, { reading: Promise<ShownRows>; found?: ShownRows }>()
  return {
    async read(asked, fromDatabase) {
      const name = `${asked.asMember} ${asked.limit} ${asked.after ?? ""}`
      const known = pages.get(name)
      if (known) return known.reading
      for (const oldest of pages.keys()) {
        if (pages.size < most) break
        pages.delete(oldest)
      }
      const page: { reading: Promise<ShownRows>; found?: ShownRows } = { reading: fromDatabase() }
      pages.set(name, page)
      try {
        page.found = await page.reading
        return page.found
      } catch (error) {
        if (pages.get(name) === page) pages.delete(name)
        throw error
      }
    },
    drop(highestKey) {
      for (const [name, { found }] of pages) {
        // Ranks do not depend on the rows below. While a page is being read, it is not known how far down it reaches.
        if (!found || highestKey >= found.lastKey) pages.delete(name)
      }
    },
  }
}
