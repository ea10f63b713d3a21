import { photoAddress } from "#content/photos.ts"
import { Face } from "../ui/face.tsx"

/** A person beside their name: the photograph, or else a figure in the posture of their sport. Both take the same place. */
export function AthleteFace(props: {
  photo: string | null
  /** The posture of the figure, one of content/artwork/figures/poses.ts. */
  pose: string | undefined
  /** CSS pixels. */
  side: 40 | 48
}) {
  const { photo, side } = props
  const size = side === 40 ? "size-10" : "size-12"
  return (
    <span aria-hidden className={`block shrink-0 bg-[#bfc2b8] ${size}`}>
      {photo === null ? (
        <img
          src={`/art/figures/${props.pose ?? "stand"}.svg`}
          alt=""
          width={side}
          height={side}
          loading="lazy"
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
