import type { ReactNode } from "react"

/** A button that reads like a link: it changes what this page shows. */
export function TextButton({
  onClick,
  disabled,
  children,
}: {
  onClick(): void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      className="inline-flex min-h-11 cursor-pointer items-center text-left underline decoration-1 underline-offset-4 hover:decoration-2 disabled:cursor-default disabled:text-muted disabled:no-underline"
    >
      {children}
    </button>
  )
}
