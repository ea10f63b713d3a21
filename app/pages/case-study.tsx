import { artworkFor } from "#content/artwork/artwork.ts"
import { caseStudy } from "#content/case-study.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Figures } from "../ui/figures.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import type { Route } from "./+types/case-study"

export const meta = () =>
  pageMeta({
    title: "Case Study",
    description: `${caseStudy.partner}: how a store and a training group turned a quiet Tuesday into a habit.`,
  })

/** The picture of the page; read at build time. */
export function loader() {
  return { picture: artworkFor("pages", "case-study") }
}

export default function CaseStudy({ loaderData: { picture } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={caseStudy.title} lead={caseStudy.lead} />
      <div className="gutter pt-section">
        <p className="label">{caseStudy.partner}</p>
        <p className="text-muted">{caseStudy.kind}</p>
        <div className="mt-8">
          <Figures items={caseStudy.figures} />
        </div>
      </div>
      <div className="gutter grid gap-x-16 gap-y-14 py-section lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="prose">
          {caseStudy.sections.map((section) => (
            <section key={section.title} className="mt-14 first:mt-0">
              <h2 className="display text-card">{section.title}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-4">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
        <Picture picture={picture} first className="lg:sticky lg:top-24" />
      </div>
      <section className="field-volt gutter py-section">
        <figure>
          <blockquote className="display max-w-[24ch] text-title">“{caseStudy.quote.text}”</blockquote>
          <figcaption className="mt-8 text-lead">
            <strong>{caseStudy.quote.name}</strong>, {caseStudy.quote.detail}
          </figcaption>
        </figure>
        <div className="mt-10 flex flex-wrap gap-3">
          {caseStudy.actions.map((action, index) => (
            <ButtonLink key={action.href} to={action.href} look={index === 0 ? "main" : "plain"}>
              {action.label}
            </ButtonLink>
          ))}
        </div>
      </section>
    </>
  )
}
