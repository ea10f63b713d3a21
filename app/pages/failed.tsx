import { useEffect } from "react"
import { isRouteErrorResponse, useLocation } from "react-router"
import { messages } from "#content/messages.ts"
import * as outage from "#content/outage.ts"
import { useDocument } from "../document/document.tsx"
import { ButtonLink } from "../ui/button.tsx"

/** For an unknown address, which is logged to find broken links. */
export function MissingPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error("404: no page at", pathname)
  }, [pathname])
  return (
    <section className="field-ink gutter relative -mt-nav flex min-h-[88svh] flex-col justify-end overflow-hidden pt-section pb-section">
      <p
        aria-hidden
        className="display figures absolute top-[calc(var(--spacing-nav)+1rem)] right-gutter text-[clamp(8.5rem,37vw,37rem)] leading-none text-raised select-none before:content-['404']"
      />
      <div className="relative max-w-4xl">
        <h1 className="display text-title">{messages.page_not_found}</h1>
        <p className="mt-5 max-w-[46ch] text-lead text-muted">
          You went off course. There is nothing at <span className="wrap-anywhere text-text">{pathname}</span>
          , but the way back is marked.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/" look="volt">
            Return to Home
          </ButtonLink>
          <ButtonLink to="/leaderboard" look="plain">
            Leaderboard
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** For any other error. Shows the request id, which identifies the log entry. */
export function FailedPage({ error }: { error: unknown }) {
  const { requestId } = useDocument()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isAway = status === 503
  useEffect(() => {
    console.error("Page failed", error)
  }, [error])
  return (
    <section className="gutter max-w-4xl py-section">
      <p className="display figures text-figure text-muted">{status}</p>
      <h1 className="display mt-3 text-title">{isAway ? outage.title : messages.unexpected_error}</h1>
      <p className="mt-5 max-w-[52ch] text-lead text-muted">
        {isAway
          ? outage.write
          : "Something broke on our side, not yours. Try again in a minute. If it happens again, write to us and include the request number."}
      </p>
      {requestId && (
        <p className="mt-5 border-l-4 border-danger pl-4 text-small">
          Request <code className="figures break-all">{requestId}</code>
        </p>
      )}
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="mt-6 overflow-x-auto bg-raised p-4 text-label">{error.stack}</pre>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink document to={pathname + search}>
          Try again
        </ButtonLink>
        <ButtonLink to="/" look="plain">
          Return to Home
        </ButtonLink>
      </div>
    </section>
  )
}
