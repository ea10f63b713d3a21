import { donation } from "./site.ts"

/** What happens after a payment, in order, by what was paid; the mails of domain/shop/mails promise the same. */
export const afterPayment = {
  service: [
    "The receipt is in your mail within a few minutes. Look in the spam folder if it is not.",
    "Somebody from the team writes to you within two working days to begin.",
    "If you were signed in, the order is on your account page.",
  ],
  donation: [
    "The receipt is in your mail within a few minutes. Look in the spam folder if it is not.",
    `Your gift is split: ${donation.split.map(({ percent, label }) => `${percent}% ${label}`).join(", ")}.`,
    "Once a year we publish what was raised and where it went.",
  ],
  shipping: [
    "The receipt is in your mail within a few minutes. Look in the spam folder if it is not.",
    "We pack your prize, and write to you when it is on its way.",
    "A new season is running already, and its board began at zero.",
  ],
} as const
