import { ButtonLink } from "../../ui/button.tsx"
import { Picture, type PictureSource } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"

export function PartnerWithUs({ picture }: { picture: PictureSource }) {
  return (
    <Section field="soft">
      <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Picture picture={picture} />
        <div>
          <h2 className="display text-section">Partner With Us</h2>
          <p className="mt-5 max-w-[56ch] text-lead">
            We count the miles in our shoes. Put your product on the board as a prize, or in the hands of
            athletes whose training anyone can check.
          </p>
          <div className="mt-7">
            <ButtonLink to="/for-brands">For Brands</ButtonLink>
          </div>
        </div>
      </div>
    </Section>
  )
}
