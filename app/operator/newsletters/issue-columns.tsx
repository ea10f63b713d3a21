import type { Column } from "../list/column.ts"
import { issueStateWords } from "./words.ts"

interface IssueRow {
  id: number
  subject: string
  list: string
  state: string
  at: string | null
  mails: number
  troubled: number
}

export const columns: readonly Column<IssueRow>[] = [
  { id: "subject", title: "Subject", value: (row) => row.subject },
  { id: "list", title: "List", value: (row) => row.list },
  { id: "state", title: "State", value: (row) => issueStateWords[row.state] ?? row.state },
  { id: "at", title: "When", value: (row) => row.at },
  { id: "mails", title: "Emails", value: (row) => row.mails, numeric: true },
  {
    id: "troubled",
    title: "Failed",
    value: (row) => row.troubled,
    cell: (row) => (row.troubled > 0 ? <strong>{row.troubled}</strong> : row.troubled),
    numeric: true,
  },
]
