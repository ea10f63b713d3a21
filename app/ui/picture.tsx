export interface PictureSource {
  src: string
  width: number
  height: number
  alt: string
}

/**
 * A picture that keeps its place while it loads.
 * @param first it is seen without scrolling and loads at once; all others wait until they come near
 * @param decorative the words beside it say the same: assistive technology passes it by
 */
export function Picture(props: {
  picture: PictureSource
  first?: boolean
  decorative?: boolean
  className?: string
}) {
  const { src, width, height, alt } = props.picture
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={props.decorative ? "" : alt}
      loading={props.first ? "eager" : "lazy"}
      decoding="async"
      {...(props.first ? { fetchPriority: "high" as const } : {})}
      className={`block h-auto w-full ${props.className ?? ""}`}
    />
  )
}
