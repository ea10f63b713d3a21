import { useEffect, useState } from "react"
import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { useAuth } from "../../session.tsx"
import { Activities } from "./competition/activities.tsx"
import { Join } from "./competition/join.tsx"
import { Membership } from "./competition/membership.tsx"
import { Notices } from "./competition/notices.tsx"
import { OwnDays } from "./competition/own-days.tsx"
import { Places } from "./competition/places.tsx"
import { Prizes } from "./competition/prizes.tsx"
import { Services } from "./competition/services.tsx"
import { StrengthLogs } from "./competition/strength-logs.tsx"
import { useStandings } from "./competition/use-standings.ts"
import { Failed } from "./failed.tsx"
import { FirstDay } from "./first-day.tsx"
import { ImportFiles } from "./import/import-files.tsx"
import { Orders } from "./orders/orders.tsx"
import { Subscriptions } from "./orders/subscriptions.tsx"
import { Loading } from "./part.tsx"
import { Photo } from "./photo/photo.tsx"
import { useAthlete } from "./use-athlete.ts"

export const meta = () => [
  ...pageMeta({ title: "Account", description: `Your ${site.name} account.` }),
  { name: "robots", content: "noindex" },
]

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

export default function Account() {
  const { user } = useAuth()
  const { data, error, refetch } = useAthlete()
  if (!user) return null
  const [athlete] = data?.value ?? []
  const name = athlete?.display_name ?? String(user.user_metadata.full_name ?? "").trim()
  return (
    <>
      <h1 className="display mt-6 text-title break-words">{name ? `Hello, ${name}` : "Your account"}</h1>
      <p className="figures mt-3 mb-10 break-words text-muted">
        {user.email}, here since {longDate.format(new Date(user.created_at))}
        {athlete && `, in the competition since ${longDate.format(new Date(athlete.joined_at))}`}
      </p>
      {error && <Failed what="Your membership" onRetry={() => void refetch()} />}
      {!data && !error && <Loading>One moment…</Loading>}
      {data && !athlete && <Join />}
      {athlete && (
        <>
          <Begin />
          <OwnDays />
          <Activities units={athlete.units} />
          <StrengthLogs />
          <Prizes />
          <Services />
        </>
      )}
      <Subscriptions />
      <Orders />
      {athlete && <Photo />}
      {athlete && <Membership athlete={athlete} />}
      {athlete && <Notices />}
    </>
  )
}

/** The first day's steps until there are points; afterwards the places. */
function Begin() {
  const { standings } = useStandings()
  const points = standings?.reduce((most, board) => Math.max(most, board.points), 0)
  const [first, setFirst] = useState(false)
  useEffect(() => {
    if (points === 0) setFirst(true)
  }, [points])
  return (
    <>
      {first && points !== undefined ? <FirstDay points={points} /> : <Places />}
      <ImportFiles />
      {first && <Places />}
    </>
  )
}
