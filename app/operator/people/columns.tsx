import { Link } from "react-router"
import type { Column } from "../list/column.ts"

export interface PersonRow {
  userId: string | null
  email: string
  name: string | null
  athlete: string | null
  created: string | null
  lastSignIn: string | null
  state: string
}

export const columns: readonly Column<PersonRow>[] = [
  {
    id: "name",
    title: "Name",
    value: (row) => row.name || row.email,
    cell: (row) =>
      row.userId ? (
        <Link to={`/people/${row.userId}`} className="font-semibold">
          {row.name || row.email}
        </Link>
      ) : (
        row.name || row.email
      ),
  },
  { id: "email", title: "Email", value: (row) => row.email },
  { id: "state", title: "State", value: (row) => row.state },
  { id: "athlete", title: "Athlete", value: (row) => row.athlete },
  { id: "created", short: true, title: "Since", value: (row) => row.created },
  { id: "seen", short: true, title: "Last sign-in", value: (row) => row.lastSignIn },
]
