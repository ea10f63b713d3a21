import { useEffect } from "react"
import type { FormEmbed } from "#content/form-types.ts"

/** A third party's form in a frame. Its script is there while the page is, and goes with it. */
export function EmbedFrame({
  embed,
  title,
  height = 900,
}: {
  embed: FormEmbed
  title: string
  height?: number
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
      height={height}
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block w-full border-0"
      style={{ height }}
    />
  )
}
