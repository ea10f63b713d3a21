import { useMatches } from "react-router"
import { applicationPages } from "#content/applications.ts"
import { site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import type { Route } from "./+types/form"

/** The words around the form of a route, by the route's id. */
function pageOf(id: string | undefined) {
  const page = applicationPages[id as keyof typeof applicationPages]
  if (!page) throw new Error(`No words for the form of route ${id}`)
  return page
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { title, lead } = pageOf(matches.at(-1)?.id)
  return pageMeta({ title, description: lead })
}

export default function FormPage() {
  const { title, lead, points, next } = pageOf(useMatches().at(-1)?.id)
  return (
    <>
      <PageHead title={title} lead={lead}>
        <ButtonLink to={`mailto:${site.supportEmail}`}>Write to us</ButtonLink>
        <ButtonLink to={site.links.chat} look="plain">
          Ask in the Community Chat
        </ButtonLink>
      </PageHead>
      <div className="gutter grid gap-x-16 gap-y-12 py-section md:grid-cols-2">
        <section>
          <h2 className="display border-b-4 border-text pb-3 text-card">What you get</h2>
          <ul>
            {points.map((point) => (
              <li key={point} className="border-b border-line py-3.5">
                {point}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className="display border-b-4 border-text pb-3 text-card">What happens next</h2>
          <ol>
            {next.map((step, index) => (
              <li key={step} className="flex gap-5 border-b border-line py-3.5">
                <span aria-hidden className="display figures w-5">
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  )
}
