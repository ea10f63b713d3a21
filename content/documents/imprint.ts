import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const imprint: TermsDocument = {
  slug: "imprint",
  title: "Imprint",
  lead: "Who runs this site and how to reach them.",
  changedOn: "2026-11-26",
  sections: [
    {
      title: "Operator",
      points: [
        "[legal name of the operator]",
        site.postalAddress,
        "[register and number, if the operator is registered]",
        "[tax number, where one must be shown]",
      ],
    },
    { title: "Contact", points: [`Email: ${site.supportEmail}`, "[phone number]"] },
    {
      title: "Contact point under the Digital Services Act",
      paragraphs: [
        `Authorities and users can reach us directly at ${site.supportEmail}, in English. To report something, use the form at /report.`,
      ],
    },
    { title: "Responsible for content", points: ["[name of the person who is responsible]"] },
  ],
}
