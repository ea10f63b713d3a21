import { useEffect, useRef, useState } from "react"
import { Panel } from "../frame/page.tsx"

/** What was typed since the last version. */
export interface Look {
  title: string
  html: string
}

/**
 * The real page of the newest version, on a phone and in a wide window; its heading and text follow what is typed. The page
 * may not be framed, so its document is loaded and shown without scripts.
 */
export function PagePreview({ address, look }: { address: string | null; look: Look | null }) {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    if (!address) return
    const asking = new AbortController()
    fetch(address, { signal: asking.signal })
      .then(async (response) => setPage(response.ok ? await response.text() : null))
      .catch(() => {})
    return () => asking.abort()
  }, [address])
  if (!address)
    return (
      <Panel title="The page" className="min-w-0 self-start">
        <p className="text-small text-muted">Save the draft once, and its page is shown here.</p>
      </Panel>
    )
  return (
    <Panel title="The page" className="min-w-0 self-start">
      <p className="mb-3 text-small">
        <a href={address} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center">
          Open the preview in a tab
        </a>
      </p>
      {page !== null && (
        <div className="grid gap-5">
          <Frame page={page} look={look} title="The page on a phone" width={390} scale={1} height={700} />
          <Frame
            page={page}
            look={look}
            title="The page in a wide window"
            width={1280}
            scale={0.5}
            height={1400}
          />
        </div>
      )}
    </Panel>
  )
}

function Frame(props: {
  page: string
  look: Look | null
  title: string
  width: number
  height: number
  scale: number
}) {
  const { page, look, title, width, height, scale } = props
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const shown = frame.current?.contentDocument
    const [heading, text] = [shown?.querySelector("h1"), shown?.querySelector(".prose")]
    if (!look || !heading || !text) return
    heading.textContent = look.title
    // Sanitized by the server (server/markup/page-html.ts), and in a frame without scripts.
    text.innerHTML = look.html
  }, [look])
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-small text-muted">{title}</figcaption>
      <div
        className="max-w-full overflow-hidden border border-line"
        style={{ width: width * scale, height: height * scale }}
      >
        <iframe
          ref={frame}
          title={title}
          srcDoc={page}
          // Of our origin, for its fonts; without scripts.
          sandbox="allow-same-origin"
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: "0 0" }}
          className="block border-0 bg-white"
        />
      </div>
    </figure>
  )
}
