import { useEffect, useRef } from "react"
import { useRefresh, useRows } from "../use-rows.ts"

/** The outcome of one recording. */
export interface Outcome {
  name: string
  outcome: "stored" | "refused"
  reason: string | null
  activities: number
}

/** An import as stored in the database, started on any device. */
export interface ImportRow {
  id: string
  started_at: string
  finished_at: string | null
  import_uploads: {
    file: number
    name: string
    size: number
    received_at: string | null
    read_at: string | null
  }[]
  import_files: Outcome[]
}

const select =
  "id,started_at,finished_at,import_uploads(file,name,size,received_at,read_at),import_files(name,outcome,reason,activities)"

/** The latest imports, polled until all are done; data they change is reloaded across the page. */
export function useImports() {
  const answer = useRows<ImportRow[]>(
    ["imports"],
    (client) =>
      client
        .from("imports")
        .select(select)
        .order("started_at", { ascending: false })
        .order("file", { referencedTable: "import_uploads" })
        .limit(3)
        .overrideTypes<ImportRow[], { merge: false }>(),
    (imports) => {
      const open = imports?.find((one) => one.finished_at === null)
      if (!open) return false
      return open.import_uploads.length > 50 ? 3_000 : 1_000
    },
  )
  const imports = answer.data?.value
  const refresh = useRefresh()
  const told = imports?.reduce((sum, one) => sum + one.import_files.length, 0)
  const before = useRef(told)
  useEffect(() => {
    if (told === undefined || before.current === told) return
    const first = before.current === undefined
    before.current = told
    if (!first)
      for (const key of ["days", "activities", "strength-logs", "standings", "sources"]) void refresh(key)
  }, [told, refresh])
  return answer
}
