import { useDocument } from "../../document/document.tsx"
import { ShareLink } from "../../ui/share-link.tsx"

interface ShareRaceProps {
  /** Within a sentence: "two-week race". */
  name: string
  /** Its page below /leaderboard; the feed is below that. */
  path: string
  /** Paths of its picture, its frame for other sites, and its table for programs. */
  card: string
  frame: string
  json: string
  /** Its page for a screen in a clubhouse; races of athletes with a prize have one. */
  screen?: string
}

/** Ways to share a race elsewhere: its address, its card, its board in a frame, its results as a feed. */
export function ShareRace({ name, path, card, frame: framed, json, screen }: ShareRaceProps) {
  const { origin } = useDocument()
  const frame = `<iframe src="${origin}${framed}" title="The ${name}" width="360" height="640"></iframe>`
  return (
    <section className="gutter border-t border-line py-section print:hidden">
      <h2 className="display text-section">Show it elsewhere</h2>
      <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <div className="min-w-0">
          <img
            src={card}
            width={1200}
            height={630}
            loading="lazy"
            alt={`Card of the ${name}`}
            className="h-auto w-full"
          />
          <div className="mt-4">
            <ShareLink address={`${origin}/leaderboard/${path}`} title={`The ${name}`} />
          </div>
        </div>
        <dl className="grid min-w-0 content-start gap-6">
          <div>
            <dt className="label text-muted">On your site, live</dt>
            <dd className="mt-2">
              <code className="block overflow-x-auto border border-line bg-raised p-4 text-small whitespace-pre-wrap break-all">
                {frame}
              </code>
            </dd>
          </div>
          {screen && (
            <div>
              <dt className="label text-muted">On a screen in your clubhouse</dt>
              <dd>
                <a className={linked} href={screen}>
                  The board in large letters, live
                </a>
              </dd>
            </div>
          )}
          <div>
            <dt className="label text-muted">In a feed reader</dt>
            <dd>
              <a className={linked} href={`/leaderboard/${path}/rss.xml`}>
                Results of every {name}
              </a>
            </dd>
          </div>
          <div>
            <dt className="label text-muted">For programs</dt>
            <dd>
              <a className={linked} href={json}>
                The standings as JSON
              </a>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

const linked = "inline-flex min-h-11 items-center underline underline-offset-4"
