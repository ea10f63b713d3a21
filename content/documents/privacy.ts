import { services } from "../services.ts"
import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

const { strava } = services

export const privacy: TermsDocument = {
  slug: "privacy",
  title: "Privacy",
  lead: "What we keep about you, why and for how long, and how to download it or have it deleted.",
  changedOn: "2026-11-27",
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
        "Your account: name, email address, a hash of your password, passkeys and two-step sign-in if you set them up, and when you signed in.",
        "If you sign in through Google, Apple, GitHub or [name of another sign-in provider]: the number you have there, and the name, address and link to a picture that it tells us. We do not show that picture.",
        "The devices on which you are signed in, with their last IP address, and the tokens you make for programs, with their last use.",
        "Your training, if you join the competition: the activities you upload or a connected service sends, with distance, time, heart rate and track where the recording has them, what recorded them (its model, and a code made from its serial number), and the points they earn. We keep the original files private; apart from you, only an operator who reviews an activity can open them.",
        "What you decide about your weeks: how many active days make one count, and which weeks you declare as a break. We do not ask why.",
        "Whom you cheer, what you write under days and events, what you say about yourself on your page, whom you have blocked, what you report and why, and what moderators decide about you and why. With a report, we keep a code made from your network address until it is decided, so that one household counts once.",
        "What you send us through forms or in reply to our emails, with its attachments, and our replies.",
        "Your orders. Card numbers go to the payment service and never reach us.",
        "Your newsletter subscriptions, with the exact words you agreed to and when. That includes each sponsored race you want an email about.",
        "If you make an address for your own calendar: that it exists, and the hour in which it was last read.",
        "Shortened IP addresses in logs, to find faults and stop abuse.",
      ],
    },
    {
      title: "Health data",
      paragraphs: [
        "Heart rates and workouts can say something about your health. We use them to calculate and check points in the competition you joined, and to show you your own year, which nobody else sees. We ask for your consent when you join, we sell none of it, and we show your heart rate, maps and routes to no other member or visitor.",
      ],
    },
    {
      title: "What others see",
      paragraphs: [
        "Your display name, rank, points and active days. You choose who sees them: everybody, members only, or nobody. You can change that on your account page at any time. We show a photo only if you add one.",
        "A cheer shows your name to the athlete you cheer; others see only how many cheers a day has, from three up. Nobody learns whom you have blocked, or that you sent a report. Moderators do not see who sent a report either.",
        "Comments are for members alone: visitors and search engines get none. So are the lists of who trained today and who comes to a session, on which you are only if you say so in your settings.",
        `Training from ${strava.title} is shown to members only, and visitors never see your name with it, because its terms require that.`,
      ],
    },
    {
      title: "Who else receives your data",
      points: [
        "The payment service, Stripe, when you buy something or donate.",
        "The service that delivers our emails, [company that sends our email], which gets your address and the email. The one that receives replies, [company that receives our email], gets what you write back.",
        "The provider you sign in through, if you use one: that you sign in here, and when.",
        "Services you connect to bring your training: that you have connected them, and when we ask for activities.",
        "When you send a form that shows a check against robots (Cloudflare Turnstile or hCaptcha): your IP address, and what its script reads from your browser. It loads when that form needs it, and on no other page.",
        "If you turn on push on a device, the maker of its browser (Google, Mozilla, Apple or Microsoft): when a message comes and how long it is, but not what it says.",
        "Chats (Discord or Slack) that an operator, or the captain of your team, has connected: once a week your display name, place and points, if you show them to everybody and their source allows passing them on.",
        "Sponsors of races: how many people took part, never fewer than five, and no names or addresses. If you ask for the email about a sponsored race, we send it ourselves.",
        "The carrier, if you win a prize: your name and the address you entered for it.",
        "The company that hosts our servers, [hosting company and place of the servers], and the one that stores our encrypted backups, [storage company and place].",
        "Nobody else, unless the law or a court requires it.",
      ],
    },
    {
      title: "How long we keep it",
      points: [
        "Your account and your training: until you delete them.",
        `Training from ${strava.title}: until you disconnect it, or ${strava.graceDays} days after it stops confirming your permission.`,
        "Unpaid orders: 30 days. Paid orders: as long as tax law requires, without your address once you delete your account.",
        "A sign-in provider: until you delete your account. A yes to the email about a sponsored race: until that email is sent or you withdraw it; the record that you gave it stays with your address.",
        "Devices that you turned push on for: until you turn it off or sign out on them, or half a year after the last message.",
        "Messages marked as spam: 90 days.",
        "Cheers, comments and blocks: until you take them back or delete your account. Moderators’ decisions: once you delete your account, only without your name and anything you wrote.",
        "Backups: deleted data remains in backups for [days that backups are kept] days.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        `On your account page you can download everything, correct it, disconnect services and delete your account. If you cannot sign in, write to ${site.supportEmail}; we reply within 30 days. You also have the right to complain to the data protection authority where you live.`,
      ],
    },
    {
      title: "Children",
      paragraphs: [
        "Accounts are for people 18 and older. If a child has given us data, tell us and we will delete it.",
      ],
    },
  ],
}
