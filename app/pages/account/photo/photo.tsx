import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { photoAddress } from "#content/photos.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"
import { Button } from "../../../ui/button.tsx"
import { Face } from "../../../ui/face.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { Failed } from "../failed.tsx"
import { useRefresh } from "../use-rows.ts"
import { ChoosePhoto } from "./choose-photo.tsx"

interface OwnPhoto {
  version: string
  state: "waiting" | "shown" | "declined"
  key: string
}

const states = {
  waiting: "Only you can see it until we have reviewed it.",
  shown: "Shown wherever your name is shown.",
  declined: "We could not show your last photo. Please choose another.",
}

/** The member's photograph: shown, replaced, removed. */
export function Photo({ folded }: { folded: boolean }) {
  const { user } = useAuth()
  const call = useFunctions()
  const refresh = useRefresh()
  const [problem, setProblem] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ["own", user?.id, "photo"],
    queryFn: async () => {
      const answer = await call<{ photo: OwnPhoto | null }>("my-photo")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  const own = data?.photo ?? null

  async function change(name: string, input: object | FormData): Promise<boolean> {
    setProblem(null)
    const answer = await call(name, input)
    if (!answer.ok) setProblem(answer.message)
    else await refresh("photo")
    return answer.ok
  }

  async function send(square: Blob): Promise<boolean> {
    const form = new FormData()
    form.append("photo", square, "photo.jpg")
    return change("upload-photo", form)
  }

  if (error) return <Failed what="Your photo" onRetry={() => void refetch()} />
  return (
    <Setting
      id="photo"
      folded={folded}
      title="My photo"
      text="A square shown next to your name. We remove what your camera saved in the file, such as the location."
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {own && (
        <div className="flex flex-wrap items-center gap-5">
          {own.state !== "declined" && (
            <Face
              key={own.version}
              address={(side, format) => photoAddress(own.version, side, format, own.key)}
              side={128}
              alt="Your photo"
              className="size-32"
            />
          )}
          <p role="status" className="max-w-[32ch] text-small text-muted">
            {states[own.state]}
          </p>
        </div>
      )}
      <ChoosePhoto label={own ? "Choose another photo" : "Choose a photo"} onChosen={send} />
      {own && own.state !== "declined" && (
        <Button look="quiet" className="justify-self-start" onClick={() => void change("delete-photo", {})}>
          Remove my photo
        </Button>
      )}
    </Setting>
  )
}
