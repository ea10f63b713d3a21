import { Link, useLoaderData } from "react-router"
import { grouped } from "#content/amounts.ts"
import { healthInWords, seasonHealth } from "#domain/competition/seasons/season-health.ts"
import { holds } from "#domain/operator/roles.ts"
import { readToday } from "#domain/operator/today.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/today")
  const { matters, next, drill } = await readToday(world, operator.role, operator.id)
  const now = world.now().getTime()
  return {
    health: holds(operator.role, "helper") ? healthInWords(await seasonHealth(world)) : [],
    matters: matters.map((one) => ({ ...one, oldest: one.oldest && ageInWords(now - one.oldest.getTime()) })),
    next: next.map(({ what, at }) => ({ what, at: momentInWords(at) })),
    drill: drill && { what: drill.what, at: momentInWords(drill.at) },
  }
}

/** "now", "3 hours", "2 days"; the future counts as "due". */
function ageInWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 0) return `due in ${ageInWords(-ms)}`
  if (minutes === 0) return "now"
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export default function Today() {
  const { matters, next, drill, health } = useLoaderData<typeof loader>()
  return (
    <Page title="Today" text="What needs a person right now.">
      {matters.length === 0 ? (
        <p className="border border-line bg-raised px-5 py-8">Nothing needs you now.</p>
      ) : (
        <ul className="border-b border-line">
          {matters.map(({ name, says, count, oldest, path, promised }, index) => (
            <li key={name} className="border-t border-line">
              <Link
                to={path}
                data-key={String.fromCharCode(97 + index)}
                className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 lg:grid-cols-[6.5rem_minmax(0,1fr)_auto] py-2 no-underline hover:bg-raised"
              >
                <span className="display figures min-w-14 text-card whitespace-nowrap lg:pr-3 lg:text-right">
                  {grouped(count)}
                </span>
                <span>
                  <span className="font-semibold">{says}</span>
                  {promised && (
                    <span className="block text-small text-muted">
                      {`Promised: “${/^[A-Z]/.test(promised) ? "" : "… "}${promised}”`}
                    </span>
                  )}
                </span>
                {oldest && <span className="figures text-small text-muted">{oldest}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <section aria-label="What comes next" className="mt-8">
          <h2 className="label mb-2 text-muted">What comes next</h2>
          <ul className="grid gap-1 text-small">
            {next.map(({ what, at }) => (
              <li key={what}>
                <span className="figures text-muted">{at}</span> {what}
              </li>
            ))}
          </ul>
        </section>
      )}
      {health.length > 0 && (
        <section aria-label="The community, as sponsors see it" className="mt-8">
          <h2 className="label mb-2 text-muted">The community, as sponsors see it</h2>
          <ul className="grid gap-1 text-small">
            {health.map(({ value, label }) => (
              <li key={label}>
                <span className="figures font-semibold">{value}</span> {label}
              </li>
            ))}
          </ul>
        </section>
      )}
      {drill && (
        <section aria-label="Last drill of the backups" className="mt-8">
          <h2 className="label mb-2 text-muted">Last drill of the backups</h2>
          <p className="text-small">
            <span className="figures text-muted">{drill.at}</span> {drill.what}
          </p>
        </section>
      )}
    </Page>
  )
}
