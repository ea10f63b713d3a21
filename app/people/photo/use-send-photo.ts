import { useState } from "react"
import { useFunctions } from "../../session/use-functions.ts"

/** Uploads the member's photo, in place of an earlier one; `problem` is the reason why the last attempt failed. */
export function useSendPhoto() {
  const call = useFunctions()
  const [problem, setProblem] = useState<string | null>(null)
  return {
    problem,
    /** Returns whether it was accepted. */
    async send(square: Blob): Promise<boolean> {
      setProblem(null)
      const form = new FormData()
      form.append("photo", square, "photo.jpg")
      const answer = await call("upload-photo", form)
      if (!answer.ok) setProblem(answer.message)
      return answer.ok
    },
  }
}
