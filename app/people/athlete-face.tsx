import { photoAddress } from "#content/photos.ts"
import { Face } from "../ui/face.tsx"
import { Figure } from "./figure.tsx"

/** In pixels: if a visitor has doubled the text size, the names need the space. */
const sizes = { 24: "size-[24px]", 40: "size-[40px]", 48: "size-[48px]", 112: "size-full" } as const

/**
 * A person beside their name: the photo, or else a figure in the posture of their sport. Both take the same space.
 * The largest fills its parent's square.
 */
export function AthleteFace({
  of: { photo, figure, athlete },
  side,
}: {
  /** Nulls for somebody whose name is not shown. */
  of: { photo: string | null; figure: string | null; athlete: string | null }
  /** CSS pixels. */
  side: keyof typeof sizes
}) {
  const size = sizes[side]
  return (
    <span aria-hidden className={`block shrink-0 bg-[#bfc2b8] ${size}`}>
      {photo === null ? (
        <Figure figure={figure} athlete={athlete} large={side > 48} className={size} />
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
