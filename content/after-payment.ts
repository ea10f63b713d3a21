import { donation } from "./donation.ts"

/** The steps after a payment, in order, by what was bought; the mails in domain/shop/mails promise the same. */
export const afterPayment = {
  service: [
    "Your receipt arrives by email within a few minutes. If it does not, check your spam folder.",
    "Someone from our team will email you within two business days to get started.",
    "If you were signed in, you can find the order on your account page.",
  ],
  donation: [
    "Your receipt arrives by email within a few minutes. If it does not, check your spam folder.",
    `Your gift is split: ${donation.split.map(({ percent, label }) => `${percent}% ${label}`).join(", ")}.`,
    "Once a year we publish what we raised and where it went.",
  ],
  shipping: [
    "Your receipt arrives by email within a few minutes. If it does not, check your spam folder.",
    "We pack your prize and email you when it is on its way.",
    "A new season is already underway, and its board started at zero.",
  ],
} as const
