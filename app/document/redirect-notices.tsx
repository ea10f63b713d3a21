import { useEffect, useRef } from "react"
import { useNavigate } from "react-router"
import { mustChoosePassword } from "../session/assurance.ts"
import { keepsSession } from "../session/kept.ts"
import { readRedirect, withoutRedirect } from "../session/redirected.ts"
import { signInAddress } from "../session/return-path.ts"
import { useAuth } from "../session/session.tsx"
import { useToast } from "../ui/toast.tsx"

/** The result of a mailed link, by type; a sign-in link needs no message. */
const arrivals: Readonly<Record<string, string>> = {
  signup: "Your email address is confirmed and you are signed in.",
  invite: "Your email address is confirmed and you are signed in.",
  email_change: "Your email address is changed.",
}

/**
 * Shows the result of a mailed link on whatever page it opens. A failed link leads to the sign-in page with the reason,
 * or shows a toast if the visitor is already signed in.
 */
export function RedirectNotices() {
  const { toast } = useToast()
  const { session, reportLinkProblem } = useAuth()
  const navigate = useNavigate()
  const arrived = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, for the initial address
  useEffect(() => {
    const url = new URL(location.href)
    const redirected = readRedirect(url)
    if (redirected.session) arrived.current = new URLSearchParams(url.hash.slice(1)).get("type")
    const { problem, message } = redirected
    if (message) toast({ title: "Confirmed", description: message })
    if (!problem && !message) return
    const here = withoutRedirect(url)
    if (problem && keepsSession())
      toast({ title: "That link did not work", description: problem, variant: "destructive" })
    else if (problem) reportLinkProblem(problem)
    const toSignIn = problem && !keepsSession() && url.pathname !== "/auth"
    navigate(toSignIn ? signInAddress(here) : here, { replace: true })
  }, [])

  useEffect(() => {
    const arrival = arrived.current
    const said = session && arrival ? arrivals[arrival] : undefined
    if (!session) return
    arrived.current = null
    if (said) toast({ title: "Welcome", description: said })
    if (arrival && mustChoosePassword(session)) navigate(signInAddress(location.pathname), { replace: true })
  }, [session, toast, navigate])

  return null
}
