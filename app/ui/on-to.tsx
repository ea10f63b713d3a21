import { buttonClass } from "./button.tsx"
import { PageHead } from "./page-head.tsx"

/**
 * Leads to a page of another service without a script. Not a redirect, because browsers check that against the page's form-action,
 * and it may be at any domain.
 * @param page "the payment page"
 */
export function OnTo({ url, page }: { url: string; page: string }) {
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <PageHead title={`Opening ${page}`} lead="It should open on its own. If it does not, use this button.">
        <a href={url} className={buttonClass()}>
          Go to {page}
        </a>
      </PageHead>
    </>
  )
}
