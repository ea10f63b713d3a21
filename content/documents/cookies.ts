import type { TermsDocument } from "./document.ts"

export const cookies: TermsDocument = {
  slug: "cookies",
  title: "Cookies",
  lead: "There are none to accept. Our pages load nothing from advertisers and do not track you.",
  changedOn: "2026-11-27",
  sections: [
    {
      title: "What your browser stores for us",
      points: [
        "Your session, so that you stay signed in on this device. Signing out removes it.",
        "What you type into a form, until you send it, so that a lost connection does not erase it.",
        "Whether you prefer miles or kilometers.",
        "For an hour, the address to which you asked us to send a link, so that the link works at once in the same browser.",
        "Workout files that you shared with the site, until they have been sent, and the page that says you are offline.",
        "That we have asked you for a photo, so that we ask only once.",
      ],
    },
    {
      title: "Where we do use a cookie",
      points: [
        "Members get one that opens the pages of their own account, even without JavaScript. It is used for nothing else, and signing out ends it.",
        "Operators get one when they sign in to the console. It is used for that session only.",
        "Signing in through Google, Apple or another provider sets one for the few minutes until you are back.",
        "A form that checks for robots loads Cloudflare Turnstile or hCaptcha, which may set their own.",
        "The payment page belongs to the payment service, which sets its own when you buy something.",
      ],
    },
    {
      title: "Statistics",
      paragraphs: [
        "We count requests and errors on our server without identifying anyone. We do not track whether you open our emails.",
      ],
    },
  ],
}
