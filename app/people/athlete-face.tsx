import { photoAddress } from "#content/photos.ts"
import { Face } from "../ui/face.tsx"
import { Figure } from "./figure.tsx"

/** In pixels: where a visitor has doubled the size of text, the names need the place. */
const sizes = { 24: "size-[24px]", 40: "size-[40px]", 48: "size-[48px]", 112: "size-full" } as const

/**
 * A person beside their name: the photograph, or else a figure in the posture of their sport. Both take the same place. The
 * largest fills a square of its parent's.
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
