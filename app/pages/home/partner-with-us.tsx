import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"

export function PartnerWithUs() {
  return (
    <Section>
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <h2 className="display text-section">Partner With Us</h2>
        <div>
          <p className="max-w-[56ch] text-lead">
            Five hundred people who buy shoes by the mileage in them. Put your product on the board as a
            prize, or in the hands of athletes whose training anyone can check.
          </p>
          <div className="mt-7">
            <ButtonLink to="/for-brands">For Brands</ButtonLink>
          </div>
        </div>
      </div>
    </Section>
  )
}
