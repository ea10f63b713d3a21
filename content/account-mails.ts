import { site } from "./site.ts"

/** Mails about an account that the site sends itself; the auth service sends mails with links and codes. */
export const accountMails = {
  deleted: {
    subject: `Your ${site.name} account is deleted`,
    heading: "Your account is deleted",
    paragraphs: [
      `As you asked, we deleted your ${site.name} account and everything in it. This cannot be undone.`,
      "Your connections to other services ended with it. The law requires us to keep some records, such as invoices; they are no longer tied to an account.",
      "Thank you for the miles.",
    ],
    footnote: `If you did not ask for this, write to ${site.supportEmail} right away.`,
  },
} as const
