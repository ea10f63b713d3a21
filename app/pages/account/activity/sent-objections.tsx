import type { OwnActivity, SentObjection } from "#domain/competition/account/activities.ts"

/** Why an operator declined an activity, and the member's objections with their replies; nothing if there are none. */
export function SentObjections({ row, className = "" }: { row: OwnActivity; className?: string }) {
  const { objections, declinedBecause } = row
  // A decline may be the reply itself.
  const isSaid = objections.some(({ reply }) => reply === declinedBecause)
  const because = isSaid ? null : declinedBecause
  if (objections.length === 0 && !because) return null
  return (
    <div className={`grid gap-3 py-1.5 text-small ${className}`}>
      {because && <p className="wrap-anywhere">{`The reason: ${because}`}</p>}
      {objections.map((one) => (
        <Sent key={one.id} objection={one} />
      ))}
    </div>
  )
}

function Sent({ objection }: { objection: SentObjection }) {
  const { text, on, reply, repliedOn } = objection
  return (
    <div className="grid gap-1.5 border-l-4 border-line pl-3">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="text-muted">{`You wrote on ${on}: `}</span>
        {text}
      </p>
      {reply && repliedOn ? (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">{`Our reply, ${repliedOn}: `}</span>
          {reply}
        </p>
      ) : (
        <p className="text-muted">{waiting(objection)}</p>
      )}
    </div>
  )
}

/** Admits that a reply is late. */
function waiting({ due, isLate, holdsPlace }: SentObjection): string {
  const promise = isLate
    ? `We wanted to reply by ${due} and have not. We are sorry. It is still open.`
    : `Someone will read it and reply here and by email. We aim for ${due}.`
  if (holdsPlace)
    return `${promise} The season has closed, and the place that this could change stays open until then.`
  return `${promise} Until then, no prize that it could change is awarded.`
}
