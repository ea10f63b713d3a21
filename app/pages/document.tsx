import { longDate } from "#content/dates.ts"
import { documents } from "#content/documents.ts"
import { pageMeta } from "../document/meta.ts"
import { PageHead } from "../ui/page-head.tsx"
import { withBlanks } from "../ui/with-blanks.tsx"
import type { Route } from "./+types/document"

const documentAt = (path: string) => documents.find(({ slug }) => `/${slug}` === path.replace(/\/$/, ""))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta({ title: loaderData.document.title, description: loaderData.document.lead }) : []

/** The document of this address; read at build time. */
export function loader({ request }: Route.LoaderArgs) {
  const document = documentAt(new URL(request.url).pathname.replace(/\.data$/, ""))
  if (!document) throw new Response(null, { status: 404 })
  return { document }
}

export default function DocumentPage({ loaderData: { document } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={document.title} lead={document.lead} />
      <article className="gutter py-section">
        <div className="max-w-[62ch]">
          {document.sections.map(({ title, paragraphs = [], points = [] }) => (
            <section key={title} className="mb-12 break-inside-avoid">
              <h2 className="display text-card">{title}</h2>
              {paragraphs.map((text) => (
                <p key={text} className="mt-4">
                  {withBlanks(text)}
                </p>
              ))}
              {points.length > 0 && (
                <ul className="mt-4 list-disc space-y-2 pl-5">
                  {points.map((text) => (
                    <li key={text}>{withBlanks(text)}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <p className="text-small text-muted">
            Last changed on <time dateTime={document.changedOn}>{longDate(document.changedOn)}</time>.
          </p>
        </div>
      </article>
    </>
  )
}
