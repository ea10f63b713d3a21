import type { MouseEvent } from "react"
import { useNavigate } from "react-router"

/** Text that somebody wrote in Markdown. `html` comes from server/markup, which sanitizes it. */
export function MarkdownText({ html }: { html: string }) {
  const navigate = useNavigate()
  /** Links within the site go through the router, as all others do. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a")
    const isElsewhere = !link || link.origin !== window.location.origin || link.target !== ""
    if (isElsewhere || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in the text have the keyboard's focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className="prose mx-auto wrap-anywhere [&_pre]:whitespace-pre-wrap"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
