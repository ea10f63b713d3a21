import type { ReactNode } from "react"

/** One column of a list: for the table, for the card on a phone, and for the CSV file. */
export interface Column<Row> {
  /** Its name in addresses. */
  id: string
  title: string
  /** The plain value, as the CSV file has it. */
  value(row: Row): string | number | null
  /** What the table shows; `value` unless given. */
  cell?(row: Row): ReactNode
  numeric?: true
  /** The list can be ordered by it; the desk's query must know it. */
  sortable?: true
  /** Stays in one line on a wide window, as a moment does. */
  short?: true
}
