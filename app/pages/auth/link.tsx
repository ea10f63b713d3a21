import { useEffect, useRef, useState } from "react"
import { Navigate, useSearchParams } from "react-router"
import { pageMeta } from "../../document/meta.ts"
import { takeExpectedLink } from "../../session/expected-link.ts"
import { safeReturnPath } from "../../session/return-path.ts"
import { useAuth } from "../../session/session.tsx"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { AuthPanel } from "./auth-panel.tsx"
import { firstDayPath, newPasswordPath } from "./mails.ts"

export const meta = () => pageMeta({ title: "Your link", description: "Confirm the link from your email." })

/** The effect of each type of link, as heading, explanation and button. */
const purposes: Readonly<Record<string, readonly [title: string, text: string, button: string]>> = {
  signup: [
    "Confirm your email",
    "Confirm that this address is yours, and you are signed in.",
    "Confirm my email",
  ],
  invite: ["You are invited", "Accept the invitation, and you are signed in.", "Accept the invitation"],
  magiclink: ["Sign in", "This signs you in on this device.", "Sign in"],
  recovery: ["Set a new password", "Continue to choose a new password.", "Continue"],
  email_change: ["Change your email", "Confirm that this address is yours.", "Confirm this address"],
}

const addressOf = (token: string, type: string, to: string) =>
  `/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: new URL(to, location.origin).href })}`

/**
 * The page that links in mails lead to. Programs that scan mail open every link, so a link is used up only by the
 * button, with a POST. The token is in the fragment, which browsers never send.
 */
export default function Link() {
  const { session, loading } = useAuth()
  const [query] = useSearchParams()
  const [given, setGiven] = useState<{ token: string; type: string } | null>()
  useEffect(() => {
    const fragment = new URLSearchParams(location.hash.slice(1))
    const [token, type] = [fragment.get("token"), fragment.get("type")]
    setGiven(token && type && Object.hasOwn(purposes, type) ? { token, type } : null)
  }, [])
  const form = useRef<HTMLFormElement>(null)
  // In the browser that requested the mail, no scanner can have opened the link, so one press in the mail is enough.
  // A signed-in visitor is asked first, because the link could belong to another account.
  useEffect(() => {
    if (loading || session || !given) return
    if ((given.type === "signup" || given.type === "magiclink") && takeExpectedLink())
      form.current?.requestSubmit()
  }, [given, loading, session])
  const asked = query.get("next")
  const next = asked === newPasswordPath ? asked : safeReturnPath(asked)
  // A Supabase project redeems its links itself, and redirects here with a session.
  if (session && given === null) return <Navigate to={next} replace />
  const [title, text, button] = purposes[given?.type ?? ""] ?? []
  return (
    <AuthPanel hidden={loading}>
      {given && (
        <form ref={form} method="post" action={addressOf(given.token, given.type, next)}>
          <h1 className="display text-title">{title}</h1>
          <p className="mt-4 text-muted">
            {text}
            {given.type === "signup" && next === firstDayPath && " Next, add your first workout."} We ask
            because security software often opens the links in an email before you do.
          </p>
          <Button type="submit" className="mt-8 w-full">
            {button}
          </Button>
        </form>
      )}
      {given === null && !loading && (
        <>
          <h1 className="display text-title">This link is incomplete</h1>
          <p className="mt-4 mb-8 text-muted">
            Open the whole link from the email again, or enter the email’s six-digit code on the page where
            you asked for it.
          </p>
          <ButtonLink to="/auth">Ask for a new one</ButtonLink>
        </>
      )}
      <noscript>
        <h1 className="display text-title">Your link</h1>
        <p className="mt-4 text-muted">Signing in needs JavaScript. Turn it on and open the link again.</p>
      </noscript>
    </AuthPanel>
  )
}
