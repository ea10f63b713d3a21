import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useFunctions } from "../../session/use-functions.ts"
import { useAuth } from "../../session.tsx"

interface OwnPhoto {
  version: string
  state: "waiting" | "shown" | "declined"
  key: string
}

/** The member's photo, and its replacement and removal; `problem` is the reason why the last change failed. */
export function useOwnPhoto() {
  const { user } = useAuth()
  const call = useFunctions()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const queryKey = ["own", user?.id, "photo"]
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: user !== null,
    queryFn: async () => {
      const answer = await call<{ photo: OwnPhoto | null }>("my-photo")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })

  async function change(name: string, input: object | FormData): Promise<boolean> {
    setProblem(null)
    const answer = await call(name, input)
    if (!answer.ok) setProblem(answer.message)
    else await queries.invalidateQueries({ queryKey })
    return answer.ok
  }

  return {
    /** Undefined until it is known. */
    own: data?.photo,
    error,
    refetch,
    problem,
    send(square: Blob): Promise<boolean> {
      const form = new FormData()
      form.append("photo", square, "photo.jpg")
      return change("upload-photo", form)
    },
    remove: () => change("delete-photo", {}),
  }
}
