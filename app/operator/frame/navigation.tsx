import { useEffect, useRef } from "react"
import { NavLink, useLocation } from "react-router"
import type { OperatorRole } from "#content/operator-roles.ts"
import { type Desk, desksOf } from "../desks.ts"

/** The desks: a column beside the page or, on a phone, one row that scrolls. */
export function Navigation({ role }: { role: OperatorRole }) {
  const own = desksOf(role)
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[aria-current="page"]`)
    if (!row.current || !current || !pathname) return
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={row} aria-label="Desks" className="relative -mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
      <ul className="flex gap-1 lg:flex-col">
        {own.map((desk) => (
          <li key={desk.path}>
            <DeskLink desk={desk} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Not spread, because React keeps a prop called `key` to itself. */
function DeskLink({ desk: { path, title, key } }: { desk: Desk }) {
  return (
    <NavLink
      to={path}
      data-key={key}
      className={({ isActive }) =>
        `label flex min-h-11 items-center justify-between gap-4 whitespace-nowrap rounded-card px-3 no-underline ${
          isActive ? "bg-mark text-on-mark" : "hover:bg-raised"
        }`
      }
    >
      {title}
      <span aria-hidden="true" className="figures hidden font-normal opacity-60 lg:inline">
        {key}
      </span>
    </NavLink>
  )
}
