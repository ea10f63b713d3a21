import { donation } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { Figures } from "../ui/figures.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Section } from "../ui/section.tsx"

export const meta = () =>
  pageMeta({
    title: "Donate",
    description:
      "Half of every donation goes to research, the rest to community programs and awareness. See where it went.",
  })

export default function Donate() {
  return (
    <>
      <PageHead
        title="Miles that pay for research"
        lead="Half of every dollar goes to research. The rest keeps programs running where families need them and makes sure that people hear about it."
        figure={{ value: donation.impact[0].value, label: donation.impact[0].label }}
      />
      <Section title="Where your dollar goes">
        <div className="mt-10 flex flex-col gap-1.5 md:flex-row">
          {donation.split.map((part, index) => (
            <div
              key={part.label}
              className={`min-w-40 p-5 ${index === 0 ? "field-volt" : "bg-raised border border-line"}`}
              style={{ flexGrow: part.percent, flexBasis: 0 }}
            >
              <p className="display figures text-figure">{part.percent}%</p>
              <p className="label mt-2">{part.label}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section title="What it has done">
        <div className="mt-10">
          <Figures items={donation.impact} />
        </div>
      </Section>
    </>
  )
}
