import { Link } from "react-router"
import { site } from "#content/site.ts"

const groups = [
  {
    title: "For Athletes",
    links: [
      { to: "/for-creators", label: "For Creators" },
      { to: "/athletes", label: "Our Athletes" },
      { to: "/leaderboard", label: "Leaderboard" },
      { to: "/events", label: "Events" },
    ],
  },
  {
    title: "For Brands",
    links: [
      { to: "/for-brands", label: "For Brands" },
      { to: "/partners", label: "Partners" },
      { to: "/case-study", label: "Case Study" },
      { to: "/shop", label: "Shop" },
    ],
  },
  {
    title: "Resources",
    links: [
      { to: "/blog", label: "Blog" },
      { to: "/newsletter", label: "Newsletter" },
      { to: site.links.chat, label: "Community Chat" },
    ],
  },
  {
    title: site.name,
    links: [
      { to: "/about", label: "About" },
      { to: "/community", label: "Community" },
      { to: "/donate", label: "Donate" },
      { to: site.links.instagram, label: "Instagram" },
    ],
  },
]

/** The end of every page: where else to go, and whose site this is. */
export function Footer() {
  return (
    <footer className="field-ink gutter border-t border-line pt-16 pb-10">
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
      <div className="mt-14 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 border-t border-line pt-6">
        <p className="display text-card">{site.tagline}</p>
        <p className="figures text-small text-muted">
          © {site.copyrightYear} {site.name}. All rights reserved.
        </p>
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
