import type { TermsDocument } from "./document.ts"

export const cookies: TermsDocument = {
  slug: "cookies",
  title: "Cookies",
  lead: "There are none to accept. Public pages set no cookie, load nothing from advertisers, and do not track you.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "What your browser keeps for us",
      points: [
        "Your session, after you sign in, so that you stay signed in on this device. Signing out removes it.",
        "What you type into a form, until it is sent, so that a lost connection does not lose it.",
        "Whether you prefer miles or kilometers.",
      ],
    },
    {
      title: "Where there is a cookie",
      points: [
        "Operators get one when they sign in to the console. It serves that session alone.",
        "The payment page belongs to the payment service, which sets its own when you buy something.",
      ],
    },
    {
      title: "Statistics",
      paragraphs: [
        "We count requests and errors on the server, without identifying anybody. Opens of our mails are not tracked.",
      ],
    },
  ],
}
