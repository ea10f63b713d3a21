import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { OwnPhoto } from "#domain/members/photo.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { useAuth } from "../../session.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { ChoosePhoto } from "./choose-photo.tsx"
import { useSendPhoto } from "./use-send-photo.ts"

/** Asks a member with points but without a photo for one, once per device; a refusal is remembered. */
export default function AskForPhoto() {
  const { user } = useAuth()
  const call = useFunctions()
  const { problem, send } = useSendPhoto()
  const { data } = useQuery({
    queryKey: ["own", user?.id, "photo"],
    enabled: user !== null,
    queryFn: async () => {
      const answer = await call<{ photo: OwnPhoto | null }>("my-photo")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  const [sent, setSent] = useState(false)
  const asked = `asked-for-photo ${user?.id}`
  const [declined, setDeclined] = useState(() => isKept(asked))
  function decline() {
    keep(asked)
    setDeclined(true)
  }
  if (sent)
    return (
      <p role="status" className="mt-3 text-small text-muted">
        Thank you. Others will see your photo once we have reviewed it.
      </p>
    )
  // Undefined until it is known.
  if (data?.photo !== null || declined) return null
  return (
    <div className="mt-4 grid gap-3 border-l-8 border-volt bg-raised p-5">
      <p>
        <strong>Put a face to your row.</strong> A photo makes it yours. Until then we show the figure of your
        sport.
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
