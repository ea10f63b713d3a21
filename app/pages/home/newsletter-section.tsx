import { limits } from "#content/site.ts"
import type { OpenForm } from "../../forms/answer.ts"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import { LeadForm } from "../../forms/lead-form.tsx"

/** As tall as the frame that can replace it, which avoids a layout shift. */
export function NewsletterSection({ form, embed }: OpenForm) {
  const height = limits.homeNewsletterFramePx
  if (embed)
    return (
      <section aria-label={form.name} className="gutter">
        <EmbedFrame embed={embed} title={form.name} heightPx={height} />
      </section>
    )
  return (
    <section className="gutter">
      <div
        className="grid content-center gap-x-16 gap-y-6 border-y border-line py-8 lg:grid-cols-2 lg:items-center"
        style={{ minHeight: height }}
      >
        <div>
          <h2 className="display max-w-[18ch] text-section">One useful email a week</h2>
          <p className="mt-4 max-w-[52ch] text-lead text-muted">
            What moved on the board, one idea for your training, and one session worth coming to.
          </p>
        </div>
        <LeadForm form={form} action="/newsletter" />
      </div>
    </section>
  )
}
