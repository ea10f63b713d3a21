import type { ComponentProps, ReactNode } from "react"
import { Link } from "react-router"

/** `main`: the one thing to do here. `plain`: the other thing. `quiet`: within a list or a card. */
export type ButtonLook = "main" | "volt" | "plain" | "quiet"

const base =
  "label inline-flex min-h-12 items-center justify-center gap-2.5 rounded-card px-6 py-3 text-center no-underline transition-[background-color,color,transform] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60 cursor-pointer"

const looks: Record<ButtonLook, string> = {
  main: "bg-mark text-on-mark hover:opacity-90",
  volt: "bg-volt text-ink hover:bg-paper",
  plain: "border-2 border-text text-text hover:bg-text hover:text-surface",
  quiet: "min-h-11 px-4 py-2 border border-line text-text hover:border-text",
}

/** The classes of a button, for an element that is none of ours. */
export function buttonClass(look: ButtonLook = "main", extra = ""): string {
  return `${base} ${looks[look]} ${extra}`
}

/** A button that does something on this page. */
export function Button({
  look = "main",
  className,
  ...rest
}: ComponentProps<"button"> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}

/** A link in the shape of a button: inside the site through the router, outside in a new tab. */
export function ButtonLink(props: {
  to: string
  look?: ButtonLook
  className?: string
  /** It leads to no page of the site: a file, or a place on this page. */
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
