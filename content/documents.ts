import { cookies } from "./documents/cookies.ts"
import type { TermsDocument } from "./documents/document.ts"
import { imprint } from "./documents/imprint.ts"
import { liveNumbers } from "./documents/live-numbers.ts"
import { officialRules } from "./documents/official-rules.ts"
import { privacy } from "./documents/privacy.ts"
import { terms } from "./documents/terms.ts"

/** The legal pages, in the order of the footer. */
export const documents: readonly TermsDocument[] = [
  officialRules,
  privacy,
  terms,
  cookies,
  imprint,
  liveNumbers,
]
