import { services } from "#content/services.ts"
import { withheldInWords } from "#content/withheld.ts"
import type { WithheldActivity } from "#domain/competition/account/training.ts"

/** Activities of services that are not stored here, each with the reason; nothing if there are none. */
export function Withheld({ rows }: { rows: readonly WithheldActivity[] }) {
  if (rows.length === 0) return null
  return (
    <div className="mt-7">
      <h3 className="label text-muted">Not imported</h3>
      <ul className="mt-3 border-b border-line text-small">
        {rows.map(({ source, idHash, reason, refusal, noticedOn }) => (
          <li
            key={`${source} ${idHash}`}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <span className="label figures text-muted">{noticedOn}</span>
            <span>An activity on {services[source].title}</span>
            <span>{withheldInWords(reason, refusal)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
