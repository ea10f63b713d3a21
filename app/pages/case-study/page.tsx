import { artworkFor } from "#content/artwork/artwork.ts"
import { caseStudy } from "#content/case-study.ts"
import { pageMeta } from "../../document/meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Figures } from "../../ui/figures.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Picture } from "../../ui/picture.tsx"
import type { Route } from "./+types/page"
import { Mornings } from "./mornings.tsx"
import { Share } from "./share.tsx"

export const meta = () =>
  pageMeta({
    title: "Case Study",
    description: `${caseStudy.partner}: how a store and a training group turned a quiet Tuesday into a habit.`,
  })

/** The picture of the page; read at build time. */
export function loader() {
  return { picture: artworkFor("pages", "case-study") }
}

/** One partner's story: each part beside the figure that it explains. */
export default function CaseStudy({ loaderData: { picture } }: Route.ComponentProps) {
  const { mornings, pairs, returned } = caseStudy
  const beside = [
    <Picture key="store" picture={picture} />,
    <Share key="pairs" {...pairs} />,
    <Mornings key="mornings" {...mornings} />,
    <Share key="returned" {...returned} />,
  ]
  return (
    <>
      <PageHead title={caseStudy.title} lead={caseStudy.lead} />
      <div className="gutter py-section">
        <p className="label">{caseStudy.partner}</p>
        <p className="text-muted">{caseStudy.kind}. A sample story with sample figures.</p>
        <div className="mt-8">
          <Figures items={caseStudy.figures} />
        </div>
      </div>
      {caseStudy.sections.map((section, index) => (
        <section
          key={section.title}
          className={`gutter grid items-center gap-x-16 gap-y-9 py-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-2 ${index % 2 ? "" : "field-soft"}`}
        >
          <div className={index % 2 ? "lg:order-last" : ""}>
            <h2 className="display text-section">{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-4 max-w-[60ch] text-[1.125rem] leading-[1.7]">
                {paragraph}
              </p>
            ))}
          </div>
          {beside[index]}
        </section>
      ))}
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
