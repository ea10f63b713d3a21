import { services } from "../services.ts"
import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

const { strava } = services

export const privacy: TermsDocument = {
  slug: "privacy",
  title: "Privacy",
  lead: "What we keep about you, why, for how long, and how to get it back or have it deleted.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "Who is responsible",
      paragraphs: [
        `[legal name of the operator], ${site.postalAddress}, runs ${site.name}. Write to ${site.supportEmail} about anything on this page.`,
      ],
    },
    {
      title: "What we keep",
      points: [
        "Your account: name, email address, a hash of your password, passkeys and second factors if you set them up, and when you signed in.",
        "Your training, if you join the competition: the activities you upload or a connected service sends, with distance, time, heart rate and track where the recording has them, and the points they earn. Original files are kept privately; only you can download them.",
        "What you send us in forms, and our answers.",
        "Your orders. Card numbers go to the payment service and never reach us.",
        "Your subscriptions to newsletters, with the exact words you agreed to and when.",
        "Shortened network addresses in logs, to find faults and to stop abuse.",
      ],
    },
    {
      title: "Health data",
      paragraphs: [
        "Heart rates and workouts can say something about your health. We use them for one thing: to compute and check points in the competition that you joined. We ask for your consent when you join, we sell none of it, and we show no heart rate, map or route to anybody else.",
      ],
    },
    {
      title: "What others see",
      paragraphs: [
        "Your display name, rank, points and active days, if you choose so: everybody, members only, or nobody. You can change it on your account page at any time. A photograph is shown only if you add one.",
        `Training from ${strava.title} is shown to members only, and without your name to visitors, because its terms require that.`,
      ],
    },
    {
      title: "Who else receives data",
      points: [
        "The payment service, when you buy something or donate.",
        "The service that delivers our mails.",
        "The carrier, if you win a prize: your name and the address you entered for it.",
        "[hosting company and place of the servers]",
        "Nobody else, unless a law or a court orders it.",
      ],
    },
    {
      title: "How long",
      points: [
        "Your account and your training: until you delete them.",
        `Training from ${strava.title}: until you disconnect it. If it stops confirming your permission, ${strava.graceDays} days.`,
        "Unpaid orders: 30 days. Paid orders: as long as tax law demands, without your address once you delete your account.",
        "Messages marked as spam: 90 days.",
        "Backups: 14 days after a deletion, unless the operator has set another time: [days that backups are kept].",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        `On your account page you can download everything, correct it, disconnect services and delete the account. If you cannot sign in, write to ${site.supportEmail}: we answer within 30 days. You may complain to the data protection authority where you live.`,
      ],
    },
    {
      title: "Children",
      paragraphs: [
        "Accounts are for people of 18 and older. If a child gave us data, tell us and we delete it.",
      ],
    },
  ],
}
