import { useRef } from "react"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"

/** A part of the site with its own session, opened with the access token of this one. */
export interface Door {
  label: string
  action: string
}

/** Posts the member's current access token to the door's address. */
export function DoorForm({ label, action }: Door) {
  const { client } = useAuth()
  const field = useRef<HTMLInputElement>(null)
  async function open(form: HTMLFormElement | null) {
    const { auth } = await client()
    const { data } = await auth.getSession()
    if (!field.current || !form || !data.session) return
    field.current.value = data.session.access_token
    form.submit()
  }
  return (
    <form method="post" action={action} className="justify-self-start">
      <input ref={field} type="hidden" name="token" />
      <Button look="main" onClick={(event) => void open(event.currentTarget.form)}>
        {label}
      </Button>
    </form>
  )
}
