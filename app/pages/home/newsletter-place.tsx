import { limits } from "#content/site.ts"
import { ButtonLink } from "../../ui/button.tsx"

/** As tall as the frame that can stand here instead, so that nothing moves when it does. */
export function NewsletterPlace() {
  return (
    <section className="gutter">
      <div
        className="flex flex-col justify-center border-y border-line"
        style={{ height: limits.homeNewsletterFramePx }}
      >
        <h2 className="display max-w-[18ch] text-section">One useful mail a week</h2>
        <p className="mt-4 max-w-[52ch] text-lead text-muted">
          What the board did, one idea for your training, and the session you should come to. No spam.
          Unsubscribe at any time.
        </p>
        <div className="mt-7">
          <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
        </div>
      </div>
    </section>
  )
}
