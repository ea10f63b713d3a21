import { buttonClass } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"

/**
 * Leads to the payment page without a script. Not a redirect, because browsers check that against the page's
 * form-action, and the seller can choose any domain for the payment page.
 */
export function OnToPayment({ url }: { url: string }) {
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <PageHead
        title="Opening the payment page"
        lead="It should open on its own. If it does not, use this button."
      >
        <a href={url} className={buttonClass()}>
          Go to the payment page
        </a>
      </PageHead>
    </>
  )
}
