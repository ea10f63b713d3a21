import type { ReactNode } from "react"

/** One column of a list: for the table, for the card on a phone, and for the CSV file. */
export interface Column<Row> {
  /** Its name in addresses. */
  id: string
  title: string
  /** The plain value, as in the CSV file. */
  value(row: Row): string | number | null
  /** The table cell; `value` unless given. */
  cell?(row: Row): ReactNode
  numeric?: true
  /** The list can be ordered by it; the desk's query must know it. */
  sortable?: true
  /** Not wrapped in a wide window, such as a date and time. */
  short?: true
}
