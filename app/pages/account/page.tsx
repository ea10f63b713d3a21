import { useEffect } from "react"
import { useSearchParams } from "react-router"
import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { useAuth } from "../../session.tsx"
import { adoptUnits } from "../../units.ts"
import { BringFriend } from "./bring-friend.tsx"
import { Activities } from "./competition/activities.tsx"
import { Join } from "./competition/join.tsx"
import { Moments } from "./competition/moments.tsx"
import { OwnDays } from "./competition/own-days.tsx"
import { Places } from "./competition/places.tsx"
import { Services } from "./competition/services.tsx"
import { StrengthLogs } from "./competition/strength-logs.tsx"
import { WaitingPrize } from "./competition/waiting-prize.tsx"
import { Failed } from "./failed.tsx"
import { FirstDay } from "./first-day.tsx"
import { ImportFiles } from "./import/import-files.tsx"
import { Loading } from "./part.tsx"
import { OwnFigure } from "./photo/own-figure.tsx"
import { Photo } from "./photo/photo.tsx"
import { useAthlete } from "./use-athlete.ts"
import { useFirstDay } from "./use-first-day.ts"
import { useNamedPart } from "./use-named-part.ts"

export const meta = () => [
  ...pageMeta({ title: "Account", description: `Your ${site.name} account.` }),
  { name: "robots", content: "noindex" },
]

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

/**
 * A waiting prize comes first, then the member's data, then the settings. Empty parts are left out, and on the first
 * day the settings are collapsed, so that the three steps stand out.
 */
export default function Account() {
  const { user } = useAuth()
  const { data, error, refetch } = useAthlete()
  const firstDay = useFirstDay()
  useNamedPart()
  const units = data?.value[0]?.units
  useEffect(() => {
    if (units) adoptUnits(units)
  }, [units])
  const [params] = useSearchParams()
  const shared = params.has("shared") || params.has("sharing")
  if (!user) return null
  const [athlete] = data?.value ?? []
  const name = athlete?.display_name ?? String(user.user_metadata.full_name ?? "").trim()
  const waiting = (!data && !error) || (athlete && !firstDay.known)
  const folded = firstDay.is
  const here = longDate.format(new Date(user.created_at))
  const joined = athlete && longDate.format(new Date(athlete.joined_at))
  return (
    <>
      <h1 className="display mt-6 text-title break-words">{name ? `Hello, ${name}` : "Your account"}</h1>
      <p className="figures mt-3 mb-10 break-words text-muted">
        {user.email}, here since {here}
        {joined && joined !== here && `, in the competition since ${joined}`}
      </p>
      {error && <Failed what="Your membership" onRetry={() => void refetch()} />}
      {athlete && <WaitingPrize />}
      {waiting && <Loading>One moment…</Loading>}
      {data && !athlete && <Join />}
      {athlete && firstDay.known && (
        <>
          {shared && <ImportFiles shared />}
          {firstDay.is && <FirstDay points={firstDay.points} />}
          {!firstDay.is && <Places />}
          {!shared && <ImportFiles shared={false} />}
          {firstDay.is && <Places />}
          <Moments athlete={athlete} />
          <OwnDays />
          <Activities />
          <StrengthLogs />
          <BringFriend athlete={athlete} />
        </>
      )}
      {athlete && firstDay.known && (
        <>
          <Services folded={folded} isFirstDay={firstDay.is} />
          <Photo folded={folded} />
          <OwnFigure athlete={athlete} folded={folded} />
        </>
      )}
    </>
  )
}
