import type { Column } from "../list/column.ts"

export interface ArticleRow {
  /** The last part of its address on this desk. */
  path: string
  title: string
  category: string
  /** "On the site", "Draft", "Taken off the site". */
  state: string
  date: string
  edited: string | null
}

export const columns: readonly Column<ArticleRow>[] = [
  { id: "title", title: "Title", value: (row) => row.title },
  { id: "state", title: "State", value: (row) => row.state },
  { id: "category", title: "Category", value: (row) => row.category, short: true },
  { id: "date", title: "Date", value: (row) => row.date, short: true },
  { id: "edited", title: "Last saved", value: (row) => row.edited, short: true },
]
