import { grouped } from "#content/amounts.ts"
import type { Column } from "../list/column.ts"
import type { ReviewRow } from "./rows.ts"

const columns: readonly Column<ReviewRow>[] = [
  { id: "athlete", title: "Athlete", value: (row) => row.athlete, sortable: true },
  {
    id: "kind",
    title: "Activity",
    value: (row) => (row.what === row.kind ? row.kind : `${row.kind}: ${row.what}`),
    sortable: true,
  },
  { id: "started", short: true, title: "Started", value: (row) => row.started },
  {
    id: "moving",
    title: "Minutes",
    value: (row) => row.movingMin,
    cell: (row) => grouped(row.movingMin),
    numeric: true,
    sortable: true,
  },
  {
    id: "distance",
    title: "km",
    value: (row) => row.km,
    cell: (row) => row.km.toFixed(1),
    numeric: true,
    sortable: true,
  },
  { id: "speed", title: "km/h", value: (row) => row.kmh, cell: (row) => row.kmh.toFixed(1), numeric: true },
  {
    id: "why",
    title: "Why",
    value: (row) => [row.why, ...row.signs].join(" "),
    cell: (row) => (
      <span>
        {row.why}
        {row.signs.map((sign) => (
          <span key={sign} className="block text-muted">{`Also: ${sign}`}</span>
        ))}
      </span>
    ),
  },
  {
    id: "looking",
    title: "Looked at by",
    value: (row) => row.lookedAtBy,
    // An address may be long, and would make the table wider than a tablet.
    cell: (row) => row.lookedAtBy && <span className="wrap-anywhere">{row.lookedAtBy}</span>,
  },
  { id: "received", short: true, title: "Waiting since", value: (row) => row.received, sortable: true },
  { id: "source", title: "Source", value: (row) => row.source },
]

/** The columns of a view: objections also show when the reply is due. */
export function columnsOf(view: string | undefined): readonly Column<ReviewRow>[] {
  if (view !== "appeals") return columns
  const own: Column<ReviewRow>[] = [
    { id: "objected", short: true, title: "Objected", value: (row) => row.objected },
    {
      id: "due",
      short: true,
      title: "Reply due",
      value: (row) => row.due,
      cell: (row) => (
        <span className={row.overdue ? "font-semibold text-danger" : ""}>
          {row.due}
          {row.overdue && <span className="block">Overdue</span>}
        </span>
      ),
    },
  ]
  return columns.flatMap((column) =>
    column.id === "received" ? own : ["started", "speed"].includes(column.id) ? [] : [column],
  )
}

/** Those of all views, for addresses. */
export const everyColumn = [...columns, ...columnsOf("appeals")]
