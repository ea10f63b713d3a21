import { type ReactNode, useEffect, useRef } from "react"
import { Link, NavLink, useLocation } from "react-router"
import { buttonClass } from "./button.tsx"

interface NavLinkItem {
  to: string
  label: string
}

/**
 * The bar at the top of every page: links in a row on wide screens, behind a toggle on small ones.
 * The menu is a popover: the browser opens it before any script has loaded, exposes its state to assistive technology,
 * closes it on Escape and on a click outside, and restores the focus. Focus is not trapped.
 * @param account the visitor's account links; nothing until it is known
 * @param action the one button of the bar; signed-in members see `memberAction` instead
 */
export function Nav({
  brand,
  links,
  action,
  memberAction,
  account,
}: {
  brand: string
  links: readonly NavLinkItem[]
  action: NavLinkItem
  memberAction: NavLinkItem
  account?: ReactNode
}) {
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()

  // Choosing a link closes the menu, even if it leads to the current page.
  const shownFor = useRef(key)
  useEffect(() => {
    // Not at hydration: the visitor may have opened the menu before that.
    if (shownFor.current !== key) menu.current?.hidePopover?.()
    shownFor.current = key
  }, [key])

  return (
    <header className="group/bar fixed inset-x-0 top-0 z-40 h-nav border-b border-line bg-surface print:hidden">
      <nav aria-label="Main" className="gutter flex h-full items-center justify-between gap-x-6">
        <Brand name={brand} />
        <ul className="hidden items-center gap-1 lg:flex">
          {links.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                end={link.to === "/"}
                prefetch="intent"
                className="label inline-flex min-h-11 items-center px-3.5 decoration-2 underline-offset-[0.5em] hover:underline aria-[current=page]:underline aria-[current=page]:decoration-4"
              >
                {link.label}
              </NavLink>
            </li>
          ))}
          {account && <li>{account}</li>}
          <li className="ml-3">
            <Link
              to={action.to}
              prefetch="intent"
              className={buttonClass("main", "min-h-11 py-2 in-data-session:hidden")}
            >
              {action.label}
            </Link>
            <span className="hidden in-data-session:inline">
              <Link to={memberAction.to} prefetch="intent" className={buttonClass("main", "min-h-11 py-2")}>
                {memberAction.label}
              </Link>
            </span>
          </li>
        </ul>
        <button
          type="button"
          popoverTarget="menu"
          className="label -mr-[min(0.75rem,4vw)] inline-flex min-h-11 cursor-pointer items-center gap-[min(0.75rem,4vw)] px-[min(0.75rem,4vw)] lg:hidden"
        >
          Menu
          <span aria-hidden className="relative block h-3.5 w-6">
            <span className="absolute inset-x-0 top-0.5 h-0.5 bg-text transition-transform group-has-[#menu:popover-open]/bar:top-1.5 group-has-[#menu:popover-open]/bar:rotate-45" />
            <span className="absolute inset-x-0 top-2.5 h-0.5 bg-text transition-transform group-has-[#menu:popover-open]/bar:top-1.5 group-has-[#menu:popover-open]/bar:-rotate-45" />
          </span>
        </button>
      </nav>
      <div
        ref={menu}
        id="menu"
        popover="auto"
        className="field-ink inset-x-0 top-nav bottom-auto m-0 h-[calc(100dvh-var(--spacing-nav))] max-h-none w-full max-w-none overflow-y-auto overscroll-contain border-0 border-t border-line p-0 lg:hidden"
      >
        <nav aria-label="Menu" className="gutter flex flex-col pt-4 pb-8">
          <ul>
            {links.map((link) => (
              <li key={link.to} className="border-b border-line">
                <NavLink
                  to={link.to}
                  end={link.to === "/"}
                  onClick={() => menu.current?.hidePopover?.()}
                  className="display flex min-h-14 items-center justify-between text-[1.375rem] aria-[current=page]:before:mr-3 aria-[current=page]:before:h-6 aria-[current=page]:before:w-2 aria-[current=page]:before:bg-volt aria-[current=page]:justify-start"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
          {account && <div className="border-b border-line py-2">{account}</div>}
          <Link
            to={action.to}
            onClick={() => menu.current?.hidePopover?.()}
            className={buttonClass("volt", "mt-6 w-full in-data-session:hidden")}
          >
            {action.label}
          </Link>
          <span className="hidden in-data-session:block">
            <Link
              to={memberAction.to}
              onClick={() => menu.current?.hidePopover?.()}
              className={buttonClass("volt", "mt-6 w-full")}
            >
              {memberAction.label}
            </Link>
          </span>
        </nav>
      </div>
    </header>
  )
}

function Brand({ name }: { name: string }) {
  return (
    <Link to="/" prefetch="intent" aria-label={`${name}, home`} className="flex min-h-11 items-center">
      <span className="display bg-volt px-2 py-1 text-[min(1.375rem,7vw)] leading-none font-black text-ink">
        {name}
      </span>
    </Link>
  )
}
