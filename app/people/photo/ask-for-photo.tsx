import { useLayoutEffect, useState } from "react"
import type { OwnPhoto } from "#domain/members/photo.ts"
import { useRead } from "../../live/use-read.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { useAuth } from "../../session.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { ChoosePhoto } from "./choose-photo.tsx"
import { useSendPhoto } from "./use-send-photo.ts"

interface AskForPhotoProps {
  /** Called before the question is painted and when it is removed, so that the page can make room for it. */
  onAsking: (asking: boolean) => void
}

/** Asks a member with points but without a photo for one, once per device; a refusal is remembered. */
export default function AskForPhoto({ onAsking }: AskForPhotoProps) {
  const { user } = useAuth()
  const call = useFunctions()
  const { problem, send } = useSendPhoto()
  const { value } = useRead(user && `photo ${user.id}`, async () => {
    const answer = await call<{ photo: OwnPhoto | null }>("my-photo")
    if (!answer.ok) throw new Error(answer.message)
    return answer.value
  })
  const [sent, setSent] = useState(false)
  const asked = `asked-for-photo ${user?.id}`
  const [declined, setDeclined] = useState(() => isKept(asked))
  function decline() {
    keep(asked)
    setDeclined(true)
  }
  const asks = value !== null && value.photo === null && !declined && !sent
  useLayoutEffect(() => {
    onAsking(asks)
    return () => onAsking(false)
  }, [asks, onAsking])
  if (sent)
    return (
      <p role="status" className="mt-3 text-small text-muted">
        Thank you. Others will see your photo once we have reviewed it.
      </p>
    )
  if (!asks) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-8 border-volt bg-raised p-3">
      <p className="w-full text-small leading-snug">
        <strong>Put a face to your row.</strong> Until then, we show a figure of your sport.
      </p>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <ChoosePhoto
        label="Choose a photo"
        onChosen={async (square) => {
          const taken = await send(square)
          if (taken) setSent(true)
          return taken
        }}
      />
      <TextButton onClick={decline}>No, thank you</TextButton>
    </div>
  )
}

/** Without storage, as in some private windows, the question returns with the next visit. */
function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(name, "no")
  } catch {
    // The question returns at the next visit.
  }
}
