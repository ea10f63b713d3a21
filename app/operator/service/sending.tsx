import { Link, useLoaderData } from "react-router"
import { checkSending } from "#domain/operator/sending-check.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"

/** Looks every record up when the page is opened. */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/service")
  return { records: await checkSending(world), at: momentInWords(world.now()) }
}

export default function Sending() {
  const { records, at } = useLoaderData<typeof loader>()
  const wrong = records.filter(({ problem }) => problem !== null).length
  return (
    <Page
      title="Sending check"
      text="The DNS records that decide whether the site’s email arrives. Enter them where the domain is managed."
      action={
        <Link
          to="."
          reloadDocument
          data-key="r"
          data-says="Look again"
          className="inline-flex min-h-11 items-center text-small"
        >
          Look again
        </Link>
      }
    >
      <p
        role="status"
        className={`mb-4 border-l-4 bg-raised px-4 py-2.5 font-semibold ${wrong === 0 ? "border-success" : "border-danger text-danger"}`}
      >
        {wrong === 0
          ? `Every record is right, as of ${at}.`
          : `${wrong} of ${records.length} records need you, as of ${at}.`}
      </p>
      <ul className="grid max-w-4xl gap-4">
        {records.map(({ type, name, purpose, wanted, found, problem }) => (
          <li
            key={purpose}
            className={`border-l-8 bg-raised p-4 text-small wrap-anywhere ${problem === null ? "border-success" : "border-danger"}`}
          >
            <h2 className="font-semibold">{purpose}</h2>
            <p className={problem === null ? "text-muted" : "font-semibold text-danger"}>
              {problem === null ? "Right." : `This record ${problem}.`}
            </p>
            <dl className="mt-2 grid gap-x-5 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
              <dt className="text-muted">Name</dt>
              <dd>
                <code className="select-all">{name}</code> <span className="text-muted">{type}</span>
              </dd>
              {problem !== null && (
                <>
                  <dt className="text-muted">To enter</dt>
                  <dd>
                    <code className="select-all">{wanted}</code>
                  </dd>
                </>
              )}
              <dt className="text-muted">Found</dt>
              <dd>
                {found.length === 0
                  ? "nothing"
                  : found.map((one) => (
                      <code key={one} className="block">
                        {one}
                      </code>
                    ))}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </Page>
  )
}
