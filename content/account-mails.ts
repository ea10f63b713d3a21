import { site } from "./site.ts"

/** Mails about an account that the site sends itself; the auth service sends those with links and codes. */
export const accountMails = {
  deleted: {
    subject: `Your ${site.name} account is deleted`,
    heading: "Your account is deleted",
    paragraphs: [
      `Your ${site.name} account and everything kept with it is deleted, as you asked. Nothing of it can be brought back.`,
      "Connections to other services were ended with it. What the law asks us to keep, such as invoices, stays without your account.",
      "Thank you for the miles.",
    ],
    footnote: `If you did not ask for this, write to ${site.supportEmail} at once.`,
  },
} as const
