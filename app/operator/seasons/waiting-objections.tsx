import { Link } from "react-router"
import { ordinal } from "#content/amounts.ts"
import { Panel } from "../frame/page.tsx"

/** The objections that keep places of a season open until someone replies; renders nothing if there are none. */
export function WaitingObjections({
  objections,
}: {
  objections: readonly { activityId: number; places: readonly number[]; due: string }[]
}) {
  if (objections.length === 0) return null
  return (
    <Panel title="Open until someone replies">
      <ul className="grid gap-1 text-small">
        {objections.map(({ activityId, places, due }) => (
          <li key={activityId}>
            {`${places.map(ordinal).join(", ")} place: `}
            <Link to={`/review/${activityId}?view=appeals`}>an objection</Link>
            {` about activity ${activityId}, reply due ${due}`}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
