import { useEffect, useRef } from "react"
import { useNavigation, useSubmit } from "react-router"

type Sent = Pick<ReturnType<typeof useNavigation>, "formData" | "formAction" | "formEncType">

/** Sends the last form of this page once more, as it was sent: with its press, its values and its files. */
export function useSendAgain(): () => void {
  const submit = useSubmit()
  const { formData, formAction, formEncType } = useNavigation()
  const last = useRef<Sent | null>(null)
  useEffect(() => {
    if (formData) last.current = { formData, formAction, formEncType }
  }, [formData, formAction, formEncType])
  return () => {
    const sent = last.current
    if (!sent?.formData) return
    const { formData: values, formAction: action = "", formEncType: encType = "multipart/form-data" } = sent
    // Submitting adds the console's own path, which the address of the sent form has already.
    void submit(values, { method: "post", action: action.replace(/^\/operator(?=\/)/, ""), encType })
  }
}
