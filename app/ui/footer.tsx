import type { ReactNode } from "react"
import { Link } from "react-router"

interface FooterGroup {
  title: string
  links: readonly { to: string; label: string }[]
}

/** The footer of every page: links and the site's owner. */
export function Footer({
  groups,
  documents,
  tagline,
  units,
  notice,
}: {
  groups: readonly FooterGroup[]
  /** Terms and other pages that a visitor may want to check. */
  documents: FooterGroup["links"]
  tagline: string
  /** The choice of miles or kilometers. */
  units: ReactNode
  notice: string
}) {
  return (
    <footer className="field-ink print:hidden gutter border-t border-line pt-16 pb-10">
      <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-4">
        {groups.map((group) => (
          <div key={group.title}>
            <h2 className="label text-muted">{group.title}</h2>
            <ul className="mt-3">
              {group.links.map((link) => (
                <li key={link.to}>
                  <FooterLink {...link} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <ul className="mt-12 flex flex-wrap gap-x-6 border-t border-line pt-4">
        {documents.map((link) => (
          <li key={link.to}>
            <FooterLink {...link} />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 pt-2">
        <p className="display text-card">{tagline}</p>
        {units}
        <p className="figures text-small text-muted">{notice}</p>
      </div>
    </footer>
  )
}

function FooterLink({ to, label }: { to: string; label: string }) {
  const className = "inline-flex min-h-11 items-center text-small underline-offset-4 hover:underline"
  return to.startsWith("/") ? (
    <Link to={to} prefetch="intent" className={className}>
      {label}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
      {label}
    </a>
  )
}
