import { useState } from "react"
import { useFunctions } from "../../../session/use-functions.ts"

/** The evidence for an activity, loaded when the section is expanded. */
export function OwnEvidence({ activity }: { activity: number }) {
  const call = useFunctions()
  const [said, setSaid] = useState<readonly string[]>()
  const read = async () => {
    const answer = await call<{ says: string[] }>("activity-evidence", { activity })
    setSaid(answer.ok ? answer.value.says : [answer.message])
  }
  return (
    <details className="basis-full" onToggle={() => void (said ?? read())}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        What we know about it
      </summary>
      <ul className="grid gap-1 pb-2" aria-live="polite">
        {(said ?? ["One moment…"]).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="pb-2 text-muted">None of this takes points from you. It helps us check winners.</p>
    </details>
  )
}
