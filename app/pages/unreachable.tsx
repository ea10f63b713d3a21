import { useEffect } from "react"
import { useLocation } from "react-router"
import * as offlinePage from "#content/offline-page.ts"
import { ButtonLink } from "../ui/button.tsx"

/** Whether a router error means that the network did not respond, in which case `fetch` rejects with a TypeError. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof TypeError) || typeof navigator === "undefined") return false
  return !navigator.onLine || /failed to fetch|networkerror|load failed/i.test(error.message)
}

/** Shown when a link is followed without a connection. A document opened without one gets the service worker's page. */
export function UnreachablePage() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const again = () => location.reload()
    addEventListener("online", again)
    return () => removeEventListener("online", again)
  }, [])
  return (
    <section className="field-ink gutter -mt-nav flex min-h-[88svh] flex-col justify-end pt-section pb-section">
      <div className="max-w-4xl">
        <h1 className="display text-title">{offlinePage.title}</h1>
        <p className="mt-5 max-w-[46ch] text-lead text-muted">
          {offlinePage.lead} {offlinePage.missing}
        </p>
        <div className="mt-8">
          <ButtonLink document to={pathname + search} look="volt">
            {offlinePage.retry}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
