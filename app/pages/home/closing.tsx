import { useFrame } from "../../document/document.tsx"
import { ButtonLink } from "../../ui/button.tsx"

export function Closing() {
  const { links } = useFrame()
  return (
    <section className="field-volt gutter py-section">
      <h2 className="display max-w-[14ch] text-mega">See you Tuesday, 6:00 AM.</h2>
      <p className="mt-6 max-w-[48ch] text-lead">
        Or whenever your day starts. Say hello in the chat first. Someone is always about to head out.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <span className="contents in-data-session:hidden">
          <ButtonLink to={links.chat}>Join the Community Chat</ButtonLink>
        </span>
        <span className="hidden in-data-session:contents">
          <ButtonLink to={links.chat}>Open the Community Chat</ButtonLink>
        </span>
        <ButtonLink to={links.instagram} look="plain">
          Follow on Instagram
        </ButtonLink>
      </div>
    </section>
  )
}
