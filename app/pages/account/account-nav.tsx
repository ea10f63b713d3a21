import { Link, useLocation } from "react-router"

const pages = [
  { to: "/account", label: "Account" },
  { to: "/account/year", label: "Your Year" },
  { to: "/account/prizes", label: "Prizes" },
  { to: "/account/orders", label: "Orders" },
  { to: "/account/settings", label: "Settings" },
  { to: "/account/security", label: "Security" },
]

/** The pages of the account. */
export function AccountNav() {
  // Prerendered pages have a trailing slash in their URL.
  const here = useLocation().pathname.replace(/\/$/, "")
  return (
    <nav aria-label="Account" className="-mx-[min(0.875rem,4.5vw)] flex flex-wrap gap-1">
      {pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === here ? "page" : undefined}
          className="label inline-flex min-h-11 items-center px-[min(0.875rem,4.5vw)] text-muted decoration-4 underline-offset-[0.5em] hover:underline aria-[current=page]:text-text aria-[current=page]:underline"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
