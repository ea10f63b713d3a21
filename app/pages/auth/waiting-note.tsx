import { useEffect, useState } from "react"
import { countOf } from "#content/amounts.ts"
import { listWaiting, watchWaiting } from "../../phone/waiting-files.ts"
import { Notice } from "../../ui/notice.tsx"

/** Tells visitors that files from the phone's share menu wait until they sign in; empty if there are none. */
export function WaitingNote() {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    const read = () =>
      void listWaiting().then((waiting) =>
        setNames(
          waiting.filter(({ owner }) => owner === null).flatMap(({ files }) => files.map(({ name }) => name)),
        ),
      )
    read()
    return watchWaiting(read)
  }, [])
  if (names.length === 0) return null
  return (
    <div className="mb-6">
      <Notice kind="info">
        {countOf(names.length, "file")} waiting on this device: {names.join(", ")}. Sign in, and your workout
        counts.
      </Notice>
    </div>
  )
}
