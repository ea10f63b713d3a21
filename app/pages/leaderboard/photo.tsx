import { Link } from "react-router"
import { photoAddress } from "#content/photos.ts"
import { useAuth } from "../../session/session.tsx"
import { Face } from "../../ui/face.tsx"

/** An athlete's photo; members can report it to the moderators. */
export function Photo({ version, name, slug }: { version: string; name: string; slug: string }) {
  const { user } = useAuth()
  return (
    <div className="grid justify-items-start gap-2">
      <Face
        address={(side, format) => photoAddress(version, side, format)}
        side={160}
        alt={`Photo of ${name}`}
        className="size-28 sm:size-40"
      />
      {user && (
        <Link
          to={`/leaderboard/athletes/${slug}/report?about=photo`}
          className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Report this photo
        </Link>
      )}
    </div>
  )
}
