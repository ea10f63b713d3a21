import type { Column } from "../list/column.ts"
import type { InboxRow } from "./rows.ts"

/** The start of a long answer; the CSV file and the message's page contain all of it. */
const shownLength = 110

export const columns: readonly Column<InboxRow>[] = [
  { id: "name", title: "Name", value: (row) => row.name, sortable: true },
  { id: "email", title: "Email", value: (row) => row.email },
  { id: "form", title: "Form", value: (row) => row.form, sortable: true },
  {
    id: "gist",
    title: "Message",
    value: (row) => row.gist,
    cell: (row) => (row.gist.length > shownLength ? `${row.gist.slice(0, shownLength)}…` : row.gist),
  },
  { id: "received", short: true, title: "Received", value: (row) => row.received, sortable: true },
  {
    id: "due",
    short: true,
    title: "Answer by",
    value: (row) => row.due,
    cell: (row) => <span className={row.urgent ? "font-semibold text-danger" : ""}>{row.due}</span>,
    sortable: true,
  },
  { id: "status", title: "State", value: (row) => row.status },
]
