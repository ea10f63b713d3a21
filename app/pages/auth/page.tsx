import { useEffect } from "react"
import { Navigate, redirect, useNavigate, useSearchParams } from "react-router"
import type { LivePage } from "#domain/shown.ts"
import { pageMeta } from "../../document/meta.ts"
import { Queries } from "../../live/queries.tsx"
import { mustChoosePassword } from "../../session/assurance.ts"
import { safeReturnPath } from "../../session/return-path.ts"
import { useAuth } from "../../session/session.tsx"
import type { Route } from "./+types/page"
import { AuthPanel } from "./auth-panel.tsx"
import { NewPasswordForm } from "./new-password-form.tsx"
import { SecondFactorForm } from "./second-factor-form.tsx"
import { SignedOut } from "./signed-out.tsx"
import { WaitingNote } from "./waiting-note.tsx"

export const handle: LivePage = { shows: [], query: ["mode", "next"] }

export const meta = () =>
  pageMeta({
    title: "Sign in",
    description: "Sign in or create an account to put your training on the board.",
  })

/**
 * Forms here are submitted by script. If a browser submits one itself, its content is ignored. "Sign out" in the
 * navigation posts here before hydration; the page then ends the session.
 */
export function action({ request }: Route.ActionArgs) {
  return new URL(request.url).searchParams.has("sign-out") ? { signsOut: true } : redirect("/auth")
}

const staleLink = "Email link is invalid or has expired. Ask for a new one below."

export default function Auth({ actionData }: Route.ComponentProps) {
  const { session, loading, recovering, needsSecondFactor, linkProblem, signOut } = useAuth()
  const choosing = mustChoosePassword(session)
  const [query] = useSearchParams()
  const next = safeReturnPath(query.get("next"))
  const setsPassword = query.get("mode") === "new-password"
  // A recovery link led here without a session.
  const stale = setsPassword && !loading && !session
  const problem = stale ? staleLink : linkProblem

  const signsOut = actionData?.signsOut === true
  const navigate = useNavigate()
  useEffect(() => {
    if (signsOut) void signOut().then(() => navigate("/auth", { replace: true }))
  }, [signsOut, signOut, navigate])
  if (signsOut && session) return <AuthPanel hidden>{null}</AuthPanel>
  if (session && !needsSecondFactor && !setsPassword && !recovering && !choosing)
    return <Navigate to={next} replace />
  return (
    <AuthPanel hidden={loading}>
      {session && needsSecondFactor ? (
        <SecondFactorForm />
      ) : session ? (
        <Queries>
          <NewPasswordForm next={next} first={choosing} />
        </Queries>
      ) : (
        <Queries>
          <WaitingNote />
          <SignedOut key={problem} begin={stale ? "recovery" : "credentials"} problem={problem} next={next} />
        </Queries>
      )}
    </AuthPanel>
  )
}
