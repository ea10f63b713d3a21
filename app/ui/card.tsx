import type { ReactNode } from "react"

/** A bordered piece of a grid that stands for one thing. */
export function Card({
  as: Element = "article",
  className,
  children,
}: {
  as?: "article" | "li" | "div"
  className?: string
  children: ReactNode
}) {
  return (
    <Element className={`flex flex-col rounded-card border border-line bg-raised p-6 ${className ?? ""}`}>
      {children}
    </Element>
  )
}
