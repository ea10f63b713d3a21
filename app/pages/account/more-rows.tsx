import { Link, useNavigation, useSearchParams } from "react-router"
import { buttonClass } from "../../ui/button.tsx"

const perPage = 20
const most = 2_000

/** How many rows of a list an address asks for, "?activities=40". */
export function rowsAsked(params: URLSearchParams, list: "activities" | "logs"): number {
  const asked = Number(params.get(list))
  return Number.isInteger(asked) && asked > perPage ? Math.min(asked, most) : perPage
}

/** Leads to the page with more rows of a list; nothing if all are shown. */
export function MoreRows(props: { list: "activities" | "logs"; shown: number; total: number }) {
  const { list, shown, total } = props
  const [params] = useSearchParams()
  const more = new URLSearchParams(params)
  more.set(list, String(shown + perPage))
  const busy = useNavigation().location?.search === `?${more}`
  if (shown >= total || shown >= most) return null
  return (
    <Link to={`?${more}`} replace preventScrollReset className={buttonClass("quiet", "mt-5")}>
      {busy ? "One moment…" : "Show more"}
    </Link>
  )
}
