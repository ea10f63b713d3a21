import { Link } from "react-router"
import { applicationPages } from "#content/applications.ts"
import { forms } from "#content/forms.ts"
import type { ApplicationPage } from "#content/schema.ts"
import type { LivePage } from "#domain/shown.ts"
import { pageMeta } from "../document/meta.ts"
import { answerForm, openForm } from "../forms/answer.ts"
import { clientAnswer, keepAfterSending } from "../forms/client-answer.ts"
import { EmbedFrame } from "../forms/embed-frame.tsx"
import { LeadForm } from "../forms/lead-form.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { NextSteps } from "../ui/next-steps.tsx"
import { PageHead } from "../ui/page-head.tsx"
import type { Route } from "./+types/form"
import { issuesFeedLink } from "./newsletter/feed-link.ts"

export { keepAfterSending as shouldRevalidate }

/** Forms of lists whose issues are in the archive. */
const newsletters: ReadonlySet<string> = new Set(["newsletter", "creator-newsletter"])

type PageId = keyof typeof applicationPages

/**
 * The form of this page; forms and pages have the same id. Found by route, because its address may be spelled in
 * several ways.
 */
function pageId(pattern: string): PageId {
  const id = pattern.replace(/^\//, "")
  if (!Object.hasOwn(applicationPages, id)) throw new Error(`No form at ${id}`)
  return id as PageId
}

export function loader({ pattern, context }: Route.LoaderArgs) {
  const id = pageId(pattern)
  const page: ApplicationPage = applicationPages[id]
  return { page, ...openForm(context, forms[id]) }
}

export function action({ request, pattern, context }: Route.ActionArgs) {
  const id = pageId(pattern)
  return answerForm(request, context, id === "newsletter" ? [id, "home-newsletter"] : [id])
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return clientAnswer(serverAction)
}

export const handle: LivePage = { shows: [] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, form } = loaderData
  const tags = pageMeta({ title: page.title, description: page.lead })
  return newsletters.has(form.id) ? [...tags, issuesFeedLink] : tags
}

export default function FormPage({ loaderData: { page, form, embed } }: Route.ComponentProps) {
  const { title, lead, points, next, instead } = page
  return (
    <>
      <PageHead title={title} lead={lead}>
        {instead && (
          <ButtonLink to={instead.href} look="plain">
            {instead.label}
          </ButtonLink>
        )}
      </PageHead>
      <div className="gutter grid gap-x-20 gap-y-14 py-section lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <section aria-label={form.name}>
          {embed ? <EmbedFrame embed={embed} title={form.name} /> : <LeadForm key={form.id} form={form} />}
        </section>
        <div className="grid content-start gap-12 md:grid-cols-2 lg:grid-cols-1">
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
          {newsletters.has(form.id) && (
            <p className="md:col-span-2 lg:order-last lg:col-span-1">
              <Link to="/newsletter/issues" className="underline underline-offset-4">
                Read the issues so far
              </Link>
            </p>
          )}
          <NextSteps steps={next} />
        </div>
      </div>
    </>
  )
}
