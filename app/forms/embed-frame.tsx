import { useEffect } from "react"
import type { Embed } from "#content/embeds.ts"

/** A third-party form or report in a frame. Its script is removed when the component unmounts. */
export function EmbedFrame({
  embed,
  title,
  heightPx = 900,
}: {
  embed: Embed
  title: string
  heightPx?: number
}) {
  const { script: address } = embed
  useEffect(() => {
    if (!address) return undefined
    const script = document.createElement("script")
    script.src = address
    script.async = true
    document.body.append(script)
    return () => script.remove()
  }, [address])
  return (
    <iframe
      src={embed.frame}
      title={title}
      height={heightPx}
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block w-full border-0"
      style={{ height: heightPx }}
    />
  )
}
