export interface PictureSource {
  src: string
  width: number
  height: number
  alt: string
  /** The same picture in several widths. */
  srcSet?: string | undefined
  /** What the number in it counts. */
  caption?: string
}

/**
 * A picture with reserved space while it loads.
 * @param first visible without scrolling, so it loads immediately; all others load lazily
 * @param decorative the text beside it says the same: hidden from assistive technology
 */
export function Picture(props: {
  picture: PictureSource
  first?: boolean
  decorative?: boolean
  className?: string
}) {
  const { src, srcSet, width, height, alt } = props.picture
  return (
    <img
      {...(srcSet ? { srcSet, sizes: "(min-width: 64rem) 64rem, 100vw" } : {})}
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
