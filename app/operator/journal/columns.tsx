import { Link } from "react-router"
import type { Column } from "../list/column.ts"
import type { JournalRow } from "./rows.ts"

export const columns: readonly Column<JournalRow>[] = [
  { id: "at", short: true, title: "When", value: (row) => row.at },
  { id: "operator", title: "Who", value: (row) => row.operator },
  {
    id: "says",
    title: "What",
    value: (row) => row.says,
    cell: (row) => <span className="inline-block lg:min-w-40">{row.says}</span>,
  },
  {
    id: "about",
    title: "About",
    value: (row) => row.about,
    cell: (row) => (row.path ? <Link to={row.path}>{row.about}</Link> : row.about),
  },
  { id: "changes", title: "Changed", value: (row) => row.changes },
  { id: "reason", title: "Reason", value: (row) => row.reason },
  {
    id: "undo",
    title: "Undo",
    value: (row) => row.undo,
    cell: (row) =>
      row.undoable ? (
        <button
          type="submit"
          name="undo"
          value={row.id}
          className="cursor-pointer text-left underline max-md:min-h-9"
        >
          Undo
        </button>
      ) : (
        row.undo
      ),
  },
  {
    id: "batch",
    title: "Batch",
    value: (row) => row.batch,
    cell: (row) => row.batch && <Link to={`?batch=${row.batch}`}>Show</Link>,
  },
]
