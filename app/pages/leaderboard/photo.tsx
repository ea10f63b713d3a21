import { useState } from "react"
import { photoAddress } from "#content/photos.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { useAuth } from "../../session.tsx"
import { Face } from "../../ui/face.tsx"
import { TextButton } from "../../ui/text-button.tsx"

/** An athlete's photo; members can report it to the operators. */
export function Photo({ version, name }: { version: string; name: string }) {
  const { user } = useAuth()
  const call = useFunctions()
  const [said, setSaid] = useState<string | null>(null)
  async function report() {
    const answer = await call<{ shown: boolean }>("flag-photo", { version })
    if (!answer.ok) setSaid(answer.message)
    else if (answer.value.shown) setSaid("Thank you. We will take another look.")
    else setSaid("Thank you. It is hidden until we have reviewed it.")
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Face
        address={(side, format) => photoAddress(version, side, format)}
        side={160}
        alt={`Photo of ${name}`}
        className="size-28 sm:size-40"
      />
      {user && said === null && <TextButton onClick={() => void report()}>Report this photo</TextButton>}
      <p role="status" className="text-small text-muted empty:hidden">
        {said}
      </p>
    </div>
  )
}
