import { Link } from "react-router"

/** Views of one desk, each with its own address. */
export function Tabs(props: {
  label: string
  tabs: readonly { to: string; label: string; current: boolean; count?: number }[]
}) {
  return (
    <nav aria-label={props.label} className="-mx-4 mb-4 overflow-x-auto px-4">
      <ul className="flex gap-1 border-b border-line">
        {props.tabs.map(({ to, label, current, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? "page" : undefined}
              className={`label flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 no-underline ${current ? "border-text" : "border-transparent text-muted hover:text-text"}`}
            >
              {label}
              {count !== undefined && <span className="figures">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
