import { Link } from "react-router"
import { site } from "#content/site.ts"

const says = {
  figures: "These are sample numbers.",
  people: "The people on this page are invented samples.",
} as const

/** Marks sample people or figures as samples; nothing once `site.samples` is false. */
export function SampleNote({ of }: { of: keyof typeof says }) {
  if (!site.samples) return null
  return (
    <p className="mt-5 text-small">
      {says[of]}{" "}
      <Link to="/live-numbers" className="inline-block py-1 underline underline-offset-4">
        Where our numbers come from
      </Link>
    </p>
  )
}
