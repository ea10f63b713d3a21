import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { useDocument } from "../../document/document.tsx"
import { ShareLink } from "../../ui/share-link.tsx"

/** Ways to share a race elsewhere: its address, its card, its board in a frame, its results as a feed. */
export function ShareRace({ race }: { race: Winnable }) {
  const { origin } = useDocument()
  const name = race.name.toLowerCase()
  const frame = `<iframe src="${origin}/embed/boards/${race.board}" title="The ${name}" width="360" height="640"></iframe>`
  return (
    <section className="gutter border-t border-line py-section print:hidden">
      <h2 className="display text-section">Show it elsewhere</h2>
      <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <div className="min-w-0">
          <img
            src={`/cards/races/${race.page}.png`}
            width={1200}
            height={630}
            loading="lazy"
            alt={`Card of the ${name}`}
            className="h-auto w-full"
          />
          <div className="mt-4">
            <ShareLink address={`${origin}/leaderboard/${race.page}`} title={`The ${name}`} />
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
          <div>
            <dt className="label text-muted">In a feed reader</dt>
            <dd>
              <a className={linked} href={`/leaderboard/${race.page}/rss.xml`}>
                Results of every {name}
              </a>
            </dd>
          </div>
          <div>
            <dt className="label text-muted">For programs</dt>
            <dd>
              <a className={linked} href={`/boards/${race.board}.json`}>
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
