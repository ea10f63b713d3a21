import { useEffect, useRef } from "react"
import { Link, useLocation } from "react-router"

const pages = [
  { to: "/account", label: "Account" },
  { to: "/account/year", label: "Your Year" },
  { to: "/account/races", label: "Races" },
  { to: "/account/cheers", label: "Cheers" },
  { to: "/account/prizes", label: "Prizes" },
  { to: "/account/orders", label: "Orders" },
  { to: "/account/messages", label: "Messages" },
  { to: "/account/settings", label: "Settings" },
  { to: "/account/security", label: "Security" },
]

/** The pages of the account, in one line. Where it is wider than the screen it scrolls, and its end fades out. */
export function AccountNav() {
  const nav = useRef<HTMLElement>(null)
  // Prerendered pages have a trailing slash in their URL.
  const here = useLocation().pathname.replace(/\/$/, "")
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (!nav.current || !current) return
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2
  }, [here])
  return (
    <nav
      ref={nav}
      aria-label="Account"
      className="relative -mx-gutter flex gap-1 overflow-x-auto px-[max(0px,calc(var(--spacing-gutter)-min(0.875rem,4.5vw)))] [mask-image:linear-gradient(to_right,transparent,black_1.125rem,black_calc(100%-3rem),transparent)] [scrollbar-width:none]"
    >
      {pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === here ? "page" : undefined}
          className="label inline-flex min-h-11 shrink-0 items-center px-[min(0.875rem,4.5vw)] text-muted decoration-4 underline-offset-[0.5em] outline-offset-[-3px] last:mr-10 hover:underline aria-[current=page]:text-text aria-[current=page]:underline"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
