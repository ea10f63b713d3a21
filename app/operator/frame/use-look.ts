import { type RefObject, useEffect, useRef } from "react"
import { useFetcher } from "react-router"

/** The time without a keystroke before a preview is updated. */
const pauseMs = 500

/**
 * A preview that follows what is typed: a while after the last change the form is sent with `do=look`, which saves
 * nothing, and `onHtml` gets the page that comes back.
 * @param pictures the names of fields with files, which are not sent
 * @returns the form's onChange
 */
export function useLook(
  form: RefObject<HTMLFormElement | null>,
  onHtml: (html: string) => void,
  pictures: readonly string[] = ["picture"],
): () => void {
  const look = useFetcher<{ html?: string }>()
  const answer = look.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is passed on once, when it arrives
  useEffect(() => {
    if (answer?.html) onHtml(answer.html)
  }, [answer])
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  return () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (!form.current) return
      const typed = new FormData(form.current)
      for (const name of pictures) typed.delete(name)
      typed.set("do", "look")
      void look.submit(typed, { method: "post", encType: "multipart/form-data" })
    }, pauseMs)
  }
}
