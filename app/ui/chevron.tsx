/** Points down at collapsed content; the parent rotates it with a class when the content is open. */
export function Chevron({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 fill-none stroke-current stroke-[3] transition-transform ${className}`}
    >
      <path d="M4 8l8 8 8-8" />
    </svg>
  )
}
