/**
 * A page of terms. Details that only the operator can know are in square brackets, such as "[legal name]", and is
 * marked on the page until somebody fills it in here.
 */
export interface TermsDocument {
  slug: string
  title: string
  lead: string
  /** The day of its last change, "2026-11-22". */
  changedOn: string
  sections: readonly { title: string; paragraphs?: readonly string[]; points?: readonly string[] }[]
}
