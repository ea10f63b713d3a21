import { Link } from "react-router"
import { site } from "#content/site.ts"
import { Picture, type PictureSource } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"

export function AboutStory({ picture }: { picture: PictureSource }) {
  return (
    <Section id="about-us" field="soft">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h2 className="label text-muted">About Us</h2>
          <p className="display mt-4 text-section">It started as a group chat.</p>
          <Picture picture={picture} className="mt-8" />
        </div>
        <div className="max-w-[62ch] space-y-5 text-lead">
          <p>
            A few endurance athletes texted each other their miles so nobody could quietly skip a session.
            Then their friends joined. Then people none of us had met, who ran before work, lifted at lunch
            and raced twice a year.
          </p>
          <p>
            The chat outgrew a phone screen, so we built what it had become: a board that counts the work,
            prizes for the people at the top, and brands that would rather back someone who shows up than
            someone who poses.
          </p>
          <p>
            {site.name} is still that chat at heart. Miss a Tuesday, and somebody will ask.{" "}
            <Link to="/about" prefetch="intent" className="font-semibold underline underline-offset-4">
              Read what we stand for
            </Link>
            .
          </p>
        </div>
      </div>
    </Section>
  )
}
