/** Attributions that the terms of sources require beside data and derived data; renders nothing if there are none. */
export function Credit({ names, className = "" }: { names: readonly string[]; className?: string }) {
  if (names.length === 0) return null
  return (
    <span data-credit className={`block truncate text-[0.6875rem] leading-tight text-muted ${className}`}>
      Data: {names.join(", ")}
    </span>
  )
}
