import { useEffect, useRef } from "react"
import { Link, Navigate, Outlet, useLocation } from "react-router"
import { Queries } from "../../queries.tsx"
import { signInAddress } from "../../session/return-path.ts"
import { useAuth } from "../../session.tsx"

const pages = [
  { to: "/account", label: "Account" },
  { to: "/account/security", label: "Security" },
]

/** Wraps every account page. Signed-out visitors sign in first and return. */
export default function AccountLayout() {
  const { session, loading, needsSecondFactor } = useAuth()
  const { pathname, search, hash } = useLocation()
  // Prerendered pages have a trailing slash in their URL.
  const here = pathname.replace(/\/$/, "")
  const wasIn = useRef(false)
  const isIn = session !== null && !needsSecondFactor
  useEffect(() => {
    if (isIn) wasIn.current = true
  }, [isIn])

  if (!loading && !isIn) {
    // After signing out, go home; otherwise, sign in.
    const goingOut = wasIn.current && !session
    // An anchor of the page, as used in mails, never the parameters of a mailed link.
    const part = /^#[a-z-]+$/.test(hash) ? hash : ""
    return <Navigate to={goingOut ? "/" : signInAddress(here + search + part)} replace />
  }
  return (
    <div className="gutter pt-[clamp(2rem,4vw,3.5rem)] pb-section">
      <nav aria-label="Account" className="-mx-[min(0.875rem,4.5vw)] flex flex-wrap gap-1">
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === here ? "page" : undefined}
            className="label inline-flex min-h-11 items-center px-[min(0.875rem,4.5vw)] text-muted decoration-4 underline-offset-[0.5em] hover:underline aria-[current=page]:text-text aria-[current=page]:underline"
          >
            {label}
          </Link>
        ))}
      </nav>
      {isIn ? (
        <Queries key={session.user.id} owner={session.user.id}>
          <Outlet />
        </Queries>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className="min-h-[50svh] pt-8">
      <p className="text-muted">One moment…</p>
      <noscript>
        <p className="mt-3">This page needs JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
  )
}
