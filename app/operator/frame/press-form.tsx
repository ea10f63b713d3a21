import { type ComponentProps, useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"

/** A tap within this time after the response is a double tap; a later one is another press. */
const sameTapMs = 2_000

/**
 * A form whose command is performed once per press: it contains a hidden key (domain/operator/press.ts); a double tap
 * sends the same key twice, and the next press gets a new one.
 */
export function PressForm({ children, ...form }: Omit<ComponentProps<typeof Form>, "method">) {
  const field = useRef<HTMLInputElement>(null)
  const [first] = useState(newKey)
  const sent = useNavigation().formData?.get("press")
  useEffect(() => {
    if (!sent || sent !== field.current?.value) return
    return () =>
      void setTimeout(() => {
        if (field.current?.value === sent) field.current.value = newKey()
      }, sameTapMs)
  }, [sent])
  return (
    <Form method="post" {...form}>
      <input ref={field} type="hidden" name="press" defaultValue={first} suppressHydrationWarning />
      {children}
    </Form>
  )
}

/** Also works in insecure contexts, such as a local network, which lack randomUUID. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("")
}
