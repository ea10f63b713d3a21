import { useId, useState } from "react"
import { TextButton } from "../../../ui/text-button.tsx"
import type { Units } from "../../../units.ts"
import { CompareRecordings } from "./compare-recordings.tsx"
import { ObjectForm } from "./object-form.tsx"
import type { ActivityRow, ObjectionRow } from "./read-activities.ts"

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" })
const moment = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
})

/**
 * The member's objections to the verdict on an activity, with the replies, and the way to object: both recordings side
 * by side, then a form. As wide as the list.
 */
export function Objection({ row, units }: { row: ActivityRow; units: Units }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const { objections, mayObject, declinedBecause } = row
  // A decline may be the reply itself.
  const isSaid = objections.some(({ reply }) => reply === declinedBecause)
  if (!mayObject && objections.length === 0 && !declinedBecause) return null
  return (
    <>
      <div className="grid justify-items-start text-small sm:col-start-3">
        {declinedBecause && !isSaid && <p className="wrap-anywhere">{`The reason: ${declinedBecause}`}</p>}
        {mayObject && (
          <TextButton aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
            This is wrong
          </TextButton>
        )}
      </div>
      {objections.length > 0 && (
        <div className="grid gap-3 py-1.5 text-small sm:col-span-2 sm:col-start-2">
          {objections.map((one) => (
            <Sent key={one.id} objection={one} />
          ))}
        </div>
      )}
      {mayObject && opened && (
        <div
          id={id}
          className="mt-2 grid min-w-0 gap-6 border-l-4 border-volt bg-raised p-4 text-small sm:col-span-3 sm:p-5"
        >
          <CompareRecordings row={row} units={units} />
          <ObjectForm row={row} />
        </div>
      )}
    </>
  )
}

function Sent({ objection }: { objection: ObjectionRow }) {
  const { text, at, reply, replied_at } = objection
  return (
    <div className="grid gap-1.5 border-l-4 border-line pl-3">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="text-muted">{`You wrote on ${day.format(new Date(at))}: `}</span>
        {text}
      </p>
      {reply && replied_at ? (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">{`Our reply, ${day.format(new Date(replied_at))}: `}</span>
          {reply}
        </p>
      ) : (
        <p className="text-muted">{waiting(objection)}</p>
      )}
    </div>
  )
}

/** Admits that a reply is late. */
function waiting({ due_at, waits_for }: ObjectionRow): string {
  const due = moment.format(new Date(due_at))
  const isLate = Date.parse(due_at) < Date.now()
  const promise = isLate
    ? `We wanted to reply by ${due} and have not. We are sorry. It is still open.`
    : `Someone will read it and reply here and by email. We aim for ${due}.`
  if (waits_for.length > 0)
    return `${promise} The season has closed, and the place that this could change stays open until then.`
  return `${promise} Until then, no prize that it could change is awarded.`
}
