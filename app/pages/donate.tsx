import { data } from "react-router"
import { donation } from "#content/donation.ts"
import { beneficiary, corporatePartner, gifts, givingNote, givingParts, readAmount } from "#content/giving.ts"
import type { LivePage } from "#domain/shown.ts"
import { pageMeta } from "../document/meta.ts"
import { SampleNote } from "../document/sample-note.tsx"
import { answerCheckout } from "../shop/answer-checkout.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Figures } from "../ui/figures.tsx"
import { OnTo } from "../ui/on-to.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Section } from "../ui/section.tsx"
import { withBlanks } from "../ui/with-blanks.tsx"
import { figuresOn } from "../words/figures.ts"
import type { Route } from "./+types/donate"
import { Give } from "./shop/give.tsx"

export const handle: LivePage = { shows: ["publishing"] }

/** What the community has raised and done. */
export function loader({ context }: Route.LoaderArgs) {
  return figuresOn(context, "/donate")
}

export const meta = () =>
  pageMeta({
    title: "Donate",
    description:
      "Half of every donation goes to research, the rest to community programs and awareness. See where it went.",
  })

/** A custom amount without JavaScript; invalid input is returned with an error message. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = String((await request.formData()).get("amount") ?? "").slice(0, 40)
  const amount = readAmount(typed)
  if (!amount.ok) return data({ ok: false as const, problem: amount.problem, typed }, { status: 422 })
  const { name: productName, mode } = gifts.once
  const { data: answer, init } = await answerCheckout(context, {
    productName,
    price: amount.cents / 100,
    mode,
    agreed: false,
  })
  if (answer.ok) return data({ ok: true as const, url: answer.url })
  return data({ ok: false as const, problem: answer.problem, typed }, init ?? {})
}

export default function Donate({ loaderData: { items, samples }, actionData }: Route.ComponentProps) {
  if (actionData?.ok) return <OnTo url={actionData.url} page="the payment page" />
  return (
    <>
      <PageHead
        title="Miles that pay for research"
        lead="Half of every dollar goes to research. The rest keeps programs running where families need them and makes sure that people hear about it."
        {...(items[0] ? { figure: items[0] } : {})}
      />
      <Give wrong={actionData ?? null} />
      <Beneficiary />
      <Section title="Where your dollar goes">
        <ul className="mt-10 flex flex-col gap-1.5 lg:flex-row">
          {donation.split.map((part, index) => (
            <li
              key={part.label}
              className={`basis-0 p-6 ${index === 0 ? "field-volt" : "border border-line bg-raised"}`}
              style={{ flexGrow: part.percent, minWidth: "min(100%, 17rem)" }}
            >
              <p className="display figures text-figure">{part.percent}%</p>
              <h3 className="label mt-3">{part.label}</h3>
              <p className="mt-2 max-w-[46ch] text-small">{givingParts[index]?.text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-5 max-w-[68ch] text-small text-muted">{givingNote}</p>
      </Section>
      {items.length > 0 && (
        <Section field="ink" title="What it has done">
          <div className="mt-10">
            <Figures items={items} />
            {samples && <SampleNote of="figures" />}
          </div>
        </Section>
      )}
      <Section field="soft" title={corporatePartner.title} lead={corporatePartner.text}>
        <div className="mt-7">
          <ButtonLink to={corporatePartner.action.href}>{corporatePartner.action.label}</ButtonLink>
        </div>
      </Section>
    </>
  )
}

/** Who receives the research half. */
function Beneficiary() {
  return (
    <section
      aria-labelledby="beneficiary"
      className="field-soft gutter grid gap-x-16 gap-y-8 py-section lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]"
    >
      <div>
        <p className="label text-muted">{beneficiary.kind}</p>
        <h2 id="beneficiary" className="display mt-3 text-section">
          {beneficiary.name}
        </h2>
        <p className="mt-4 max-w-[54ch] text-lead">{beneficiary.text}</p>
        {beneficiary.sample && (
          <p className="mt-5 max-w-[54ch] border-l-4 border-text pl-4 text-small">
            A sample. There is no such fund: whoever runs this site names a real one here before taking money.
          </p>
        )}
      </div>
      <dl className="self-end border-t border-line">
        {beneficiary.facts.map(({ label, value }) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-8 gap-y-1 border-b border-line py-4"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{withBlanks(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
