import type { ComponentProps } from "react"
import { Link } from "react-router"

function ArticleLink({ href = "", ...rest }: ComponentProps<"a">) {
  return href.startsWith("/") ? (
    <Link {...rest} to={href} prefetch="intent" />
  ) : (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer" />
  )
}

const components = { a: ArticleLink }

/** The components of an article; every MDX file uses them. */
export function useMDXComponents() {
  return components
}
