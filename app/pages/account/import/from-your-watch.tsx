import { services } from "#content/services.ts"
import { byItself, type WayIn, waysIn } from "#content/ways-in.ts"
import type { OwnSources } from "#domain/competition/account/sources.ts"

/** For each watch and app: whether training arrives automatically on this site, and which file to get out of it, and how. */
export function FromYourWatch({ services: states }: Pick<OwnSources, "services">) {
  return (
    <details className="group mt-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="font-semibold">Step by step for your watch or app</span>
          <span className="mt-0.5 block text-small text-muted">
            {waysIn.map(({ brand }) => brand).join(", ")}
          </span>
        </span>
        <span className="shrink-0 text-small text-muted underline underline-offset-4">
          <span className="group-open:hidden">Show</span>
          <span className="hidden group-open:inline">Hide</span>
        </span>
      </summary>
      <dl className="mt-3 grid grid-cols-1 gap-x-12 wrap-anywhere md:grid-cols-2">
        {waysIn.map((way) => (
          <div key={way.brand} className="border-t border-line py-3 text-small">
            <dt className="font-semibold">{way.brand}</dt>
            <dd className="mt-1">
              <ByItself way={way} states={states} />
              {way.file}
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line pt-3 text-small text-muted">
        Any other FIT, GPX or TCX file works, too, even compressed as .gz. A .zip that you were sent goes in
        as it is. On a phone, save the file to Files or Downloads first, then choose it above.
      </p>
    </details>
  )
}

function ByItself({ way, states }: { way: WayIn; states: OwnSources["services"] }) {
  const found = byItself(way, states)
  if (!found) return null
  const { title } = services[found.service]
  if (found.isConnected)
    return found.isOwn ? (
      <>{title} is connected, so your training arrives automatically. For anything older: </>
    ) : (
      <>What it sends to {title} arrives automatically. Otherwise: </>
    )
  const connect = (
    <a href="#services" className="underline underline-offset-4">
      {found.isOwn ? "Connect" : "connect"} {title}
    </a>
  )
  return found.isOwn ? (
    <>{connect} and your training arrives automatically. Or upload a file: </>
  ) : (
    <>
      If it sends to {title}, {connect} and your training arrives automatically. Or upload a file:{" "}
    </>
  )
}
