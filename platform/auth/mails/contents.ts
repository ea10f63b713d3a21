import type { AuthMailContent } from "../options.ts"

interface CodeFacts {
  siteName: string
  code: string
  /** The lifetime of the code, and of the link where there is one, such as "1 hour". */
  lifetime: string
}

interface LinkFacts extends CodeFacts {
  url: string
}

interface ChangeFacts extends LinkFacts {
  newEmail: string
  /** Absent for the first address of an account. */
  currentEmail?: string
}

/** The values shown in each mail. */
export interface MailFacts {
  confirmation: LinkFacts
  magic_link: LinkFacts
  recovery: LinkFacts
  invite: LinkFacts
  email_change_current: ChangeFacts
  email_change_new: ChangeFacts
  reauthentication: CodeFacts
}

export type MailKind = keyof MailFacts

/** The text of each mail. One function per mail, so that each text can be read in one place. */
export const mailContents: { [Kind in MailKind]: (facts: MailFacts[Kind]) => AuthMailContent } = {
  confirmation: ({ siteName, url, code, lifetime }) => ({
    subject: `Confirm your email for ${siteName}`,
    heading: "Confirm your email address",
    paragraphs: [
      `Welcome to ${siteName}! Confirm that this address is yours to finish creating your account.`,
      `The link and the code work once and expire in ${lifetime}.`,
    ],
    button: { label: "Confirm my email", url },
    code,
    footnote:
      "If you did not create an account, ignore this email. Nothing happens without your confirmation.",
  }),
  magic_link: ({ siteName, url, code, lifetime }) => ({
    subject: `Your sign-in link for ${siteName}`,
    heading: `Sign in to ${siteName}`,
    paragraphs: [`The link and the code work once and expire in ${lifetime}. Do not share them.`],
    button: { label: "Sign in", url },
    code,
    footnote: "If you did not ask to sign in, ignore this email.",
  }),
  recovery: ({ siteName, url, code, lifetime }) => ({
    subject: `Reset your password for ${siteName}`,
    heading: "Set a new password",
    paragraphs: [
      "Someone, hopefully you, asked to reset the password for your account.",
      `The link and the code work once and expire in ${lifetime}.`,
    ],
    button: { label: "Set a new password", url },
    code,
    footnote: "If it was not you, ignore this email. Your password stays the same.",
  }),
  invite: ({ siteName, url, code, lifetime }) => ({
    subject: `You are invited to ${siteName}`,
    heading: `You are invited to ${siteName}`,
    paragraphs: [
      "Accept the invitation to create your account.",
      `The link and the code work once and expire in ${lifetime}.`,
    ],
    button: { label: "Accept the invitation", url },
    code,
    footnote: "If you were not expecting this, ignore this email.",
  }),
  email_change_current: ({ siteName, url, code, lifetime, newEmail }) => ({
    subject: `Confirm the change of your email address for ${siteName}`,
    heading: "Change your email address?",
    paragraphs: [
      `You asked to change your account’s email address to ${newEmail}. It changes once you confirm from both addresses.`,
      `The link and the code work once and expire in ${lifetime}.`,
    ],
    button: { label: "Confirm the change", url },
    code,
    footnote: "If you did not ask for this, do not confirm it, and change your password.",
  }),
  email_change_new: ({ siteName, url, code, lifetime, currentEmail }) => ({
    subject: `Confirm your new email for ${siteName}`,
    heading: "Confirm your new email address",
    paragraphs: [
      currentEmail
        ? `The account of ${currentEmail} is moving to this address. Confirm that it is yours.`
        : "Confirm that this address is yours.",
      `The link and the code work once and expire in ${lifetime}.`,
    ],
    button: { label: "Confirm this address", url },
    code,
    footnote: "If you were not expecting this, ignore this email.",
  }),
  reauthentication: ({ siteName, code, lifetime }) => ({
    subject: `Your code for ${siteName}`,
    heading: "Confirm that it is you",
    paragraphs: [`Enter this code to change your password. It works once and expires in ${lifetime}.`],
    code,
    footnote: "If you did not ask for a code, someone else may be signed in as you. Change your password.",
  }),
}
