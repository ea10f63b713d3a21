import { photoAddress } from "#content/photos.ts"
import { Face } from "../ui/face.tsx"

/** In pixels: where a visitor has doubled the size of text, the names need the place. */
const sizes = { 24: "size-[24px]", 40: "size-[40px]", 48: "size-[48px]", 112: "size-full" } as const

/**
 * A person beside their name: the photograph, or else a figure in the posture of their sport. Both take the same place. The
 * largest fills a square of its parent's.
 */
export function AthleteFace(props: {
  photo: string | null
  /** The posture of the figure, one of content/artwork/figures/poses.ts. */
  pose: string | undefined
  /** CSS pixels. */
  side: keyof typeof sizes
  /** Visible without scrolling, so it loads at once. */
  first?: boolean
}) {
  const { photo, side } = props
  const size = sizes[side]
  return (
    <span aria-hidden className={`block shrink-0 bg-[#bfc2b8] ${size}`}>
      {photo === null ? (
        <img
          src={`/art/figures/${props.pose ?? "stand"}.svg`}
          alt=""
          width={side}
          height={side}
          loading={props.first ? "eager" : "lazy"}
          decoding="async"
          className={size}
        />
      ) : (
        <Face
          key={photo}
          address={(one, format) => photoAddress(photo, one, format)}
          side={side}
          className={size}
        />
      )}
    </span>
  )
}
