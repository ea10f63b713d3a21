import { useState } from "react"
import { useActionData, useLocation, useNavigation } from "react-router"

/**
 * The action's response to the form sent from this page, until the next form or the next page. React Router drops it
 * when the desk is loaded again, which `Live` does whenever something on it changed: an offer to confirm or to undo
 * would vanish under the operator's hand.
 */
export function useSent<Action>() {
  const sent = useActionData<Action>()
  const { pathname, search } = useLocation()
  const { state, formMethod } = useNavigation()
  const from = pathname + search
  const [kept, keep] = useState({ from, sent })
  // Following a link discards the response, even one to the same address.
  if (state === "loading" && formMethod === undefined) {
    if (kept.sent !== undefined) keep({ from, sent: undefined })
  } else if (sent !== undefined && (sent !== kept.sent || from !== kept.from)) keep({ from, sent })
  return sent ?? (kept.from === from ? kept.sent : undefined)
}
