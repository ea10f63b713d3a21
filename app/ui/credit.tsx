/** Names that the terms of sources ask for beside data and beside what is made of it; nothing for none. */
export function Credit({ names, className = "" }: { names: readonly string[]; className?: string }) {
  if (names.length === 0) return null
  return (
    <span data-credit className={`block truncate text-[0.6875rem] leading-tight text-muted ${className}`}>
      Data: {names.join(", ")}
    </span>
  )
}
