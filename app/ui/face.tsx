import { useState } from "react"

/**
 * A square photo, with empty space while it loads or if it cannot be loaded. The name is beside it, so it has no
 * alternative text unless `alt` is given. `address` returns the address of an image for a size and format.
 */
export function Face({
  address,
  side,
  alt = "",
  className,
}: {
  address: (side: 96 | 256 | 768, format: "avif" | "webp") => string
  /** CSS pixels. */
  side: number
  alt?: string
  className?: string
}) {
  const [failed, setFailed] = useState(false)
  const [once, twice] =
    side <= 48 ? ([96, 96] as const) : side <= 128 ? ([256, 256] as const) : ([256, 768] as const)
  if (failed) return null
  return (
    <picture className="contents [&>source]:hidden">
      {(["avif", "webp"] as const).map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={
            once === twice
              ? address(once, format)
              : `${address(once, format)} 1x, ${address(twice, format)} 2x`
          }
        />
      ))}
      <img
        src={address(once, "webp")}
        alt={alt}
        width={side}
        height={side}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        className={`shrink-0 bg-raised object-cover ${className ?? ""}`}
      />
    </picture>
  )
}
