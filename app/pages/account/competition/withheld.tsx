import { type ServiceName, services } from "#content/services.ts"
import { type WithheldReason, withheldInWords } from "#content/withheld.ts"
import { useRows } from "../use-rows.ts"

interface WithheldRow {
  source: ServiceName
  id_hash: string
  reason: WithheldReason
  refusal: string | null
  noticed_at: string
}

const shownRows = 20
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" })

/** The latest activities of services that are not stored here. */
export function useWithheld(): readonly WithheldRow[] {
  const { data } = useRows<WithheldRow[]>(["withheld"], (client) =>
    client
      .from("withheld_activities")
      .select("source,id_hash,reason,refusal,noticed_at")
      .order("noticed_at", { ascending: false })
      .limit(shownRows),
  )
  return data?.value ?? []
}

/** Each with the reason; nothing if there are none. */
export function Withheld({ rows }: { rows: readonly WithheldRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className="mt-7">
      <h3 className="label text-muted">Not imported</h3>
      <ul className="mt-3 border-b border-line text-small">
        {rows.map(({ source, id_hash, reason, refusal, noticed_at }) => (
          <li
            key={`${source} ${id_hash}`}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <span className="label figures text-muted">{day.format(new Date(noticed_at))}</span>
            <span>An activity on {services[source].title}</span>
            <span>{withheldInWords(reason, refusal)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
