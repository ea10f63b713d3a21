import { useLocation } from "react-router"

/**
 * Filled and shown by the server when it sends an outdated page, because the database is away
 * (server/http/live-pages/as-of.ts). Hydration leaves it as it is; the next page that is opened has its own line. It
 * leaves as soon as a board of the page is live again.
 */
export function AsOf() {
  const { pathname } = useLocation()
  return (
    <p
      key={pathname}
      id="as-of"
      className="gutter sticky bottom-0 z-30 border-t border-line bg-raised py-3 text-center text-small in-[:has([data-live=live])]:hidden"
      hidden
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that hydration keeps what the server has put in it
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  )
}
