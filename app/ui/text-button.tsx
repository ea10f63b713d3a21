import type { ComponentProps } from "react"

/** A button that looks like a link: it changes what this page shows. */
export function TextButton({ className, ...rest }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-11 cursor-pointer items-center text-left underline decoration-1 underline-offset-4 hover:decoration-2 disabled:cursor-default disabled:text-muted disabled:no-underline ${className ?? ""}`}
    />
  )
}
