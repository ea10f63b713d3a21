import type { ComponentProps, ReactNode } from "react"
import { Link } from "react-router"

/** `main`: the primary action. `plain`: the secondary action. `quiet`: within a list or a card. */
export type ButtonLook = "main" | "volt" | "plain" | "quiet"

const base =
  "label inline-flex min-h-12 items-center justify-center gap-2.5 rounded-card px-6 py-3 text-center no-underline transition-[background-color,color,transform] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60 cursor-pointer print:hidden"

const looks: Record<ButtonLook, string> = {
  main: "bg-mark text-on-mark hover:opacity-90 forced-colors:border-2",
  volt: "bg-volt text-ink hover:bg-paper forced-colors:border-2",
  plain: "border-2 border-text text-text hover:bg-text hover:text-surface",
  quiet: "min-h-11 px-4 py-2 border border-line text-text hover:border-text",
}

/** The classes of a button, for third-party elements. */
export function buttonClass(look: ButtonLook = "main", extra = ""): string {
  return `${base} ${looks[look]} ${extra}`
}

/** A button for an action on this page. */
export function Button({
  look = "main",
  className,
  ...rest
}: ComponentProps<"button"> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}

/** A link that looks like a button: internal through the router, external in a new tab. */
export function ButtonLink(props: {
  to: string
  look?: ButtonLook
  className?: string
  /** The target is not a page: a file, or an anchor on this page. */
  document?: boolean
  children: ReactNode
}) {
  const className = buttonClass(props.look, props.className)
  if (props.document)
    return (
      <a href={props.to} className={className}>
        {props.children}
      </a>
    )
  if (/^https?:/.test(props.to))
    return (
      <a href={props.to} target="_blank" rel="noopener noreferrer" className={className}>
        {props.children}
      </a>
    )
  return (
    <Link to={props.to} prefetch="intent" className={className}>
      {props.children}
    </Link>
  )
}
