import { Link } from "react-router"
import { sponsorList } from "#content/lists.ts"
import type { Sponsorship } from "#domain/competition/seasons/sponsorship.ts"
import { Button } from "../ui/button.tsx"

/**
 * Who sponsors a race, and the question whether the reader wants the one email about it. A press is the consent: it is to
 * this sponsor alone, and the settings that it leads to take it back.
 * @param race its name, in a sentence: "the two-week race"
 */
export function SponsorAsk({ sponsorship, race }: { sponsorship: Sponsorship; race: string }) {
  const { id, sponsor, asks } = sponsorship
  return (
    <div className="mt-4 text-small">
      <p className="wrap-anywhere">
        <strong>{sponsor.name}</strong> sponsors {race}
        {asks ? `, and there is an email about that. ${sponsorList(id).text}` : "."}
      </p>
      {asks && (
        <>
          <form method="post" action="/account/settings#sponsors" className="hidden in-data-session:block">
            <input type="hidden" name="form" value="sponsors" />
            <input type="hidden" name="sponsorship" value={id} />
            <input type="hidden" name="on" value="on" />
            <Button type="submit" look="quiet" className="mt-2">
              Send me that email
            </Button>
          </form>
          <Link
            to={`/auth?next=${encodeURIComponent("/account/settings#sponsors")}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 in-data-session:hidden"
          >
            Sign in to ask for it
          </Link>
        </>
      )}
    </div>
  )
}
