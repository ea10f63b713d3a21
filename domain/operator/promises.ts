/** How a promise on a page or in a mail is kept. */
type Keeper =
  /** A person does it: the row of this name on Today lists what waits. */
  | { matter: string }
  /** It happens by itself. If it fails, this row says so: a job that gave up, or an email that could not be sent. */
  | { automatic: "jobs" | "mails" }
  /** The operator's own mailbox, which the site does not see. */
  | { mailbox: true }

interface Promised {
  /** The sentence, or a part of it, word for word as it stands in the code. */
  says: string
  keeper: Keeper
}

const mailbox: Keeper = { mailbox: true }
const job: Keeper = { automatic: "jobs" }
const mail: Keeper = { automatic: "mails" }

/**
 * What the site promises its visitors, members and buyers. A promise that is not declared here fails the test beside
 * this file, and so does one whose row on Today is gone.
 */
export const promises: readonly Promised[] = [
  // Applications and inquiries.
  { says: "We will get back to you within 48 hours.", keeper: { matter: "promises" } },
  {
    says: "A person will read it and reply within {partnerReplyHours} hours.",
    keeper: { matter: "promises" },
  },
  { says: "will reply within 48 hours with what your money would do.", keeper: { matter: "promises" } },
  { says: "We read every application, usually within two days", keeper: { matter: "inbox" } },
  { says: "We read your application", keeper: { matter: "inbox" } },
  { says: "We read it, look at what you already share, and reply either way.", keeper: { matter: "inbox" } },
  {
    says: "We reply with athletes who would use it anyway, or with an honest no.",
    keeper: { matter: "inbox" },
  },
  { says: "a person will write back", keeper: { matter: "inbox" } },
  // Activities, objections and photos.
  {
    says: "a person takes a look first. We will email you, and it will count for the day you did it.",
    keeper: { matter: "reviews" },
  },
  { says: "A person will read it and reply.", keeper: { matter: "objections" } },
  { says: "until we have reviewed it.", keeper: { matter: "photos" } },
  { says: "once we have reviewed it.", keeper: { matter: "photos" } },
  { says: "We read your objection, and", keeper: { matter: "decision-objections" } },
  { says: "until a person looks", keeper: { matter: "reports" } },
  {
    says: "A moderator will look at it, usually within a day, and we will email you the decision",
    keeper: { matter: "reports" },
  },
  {
    says: "until a moderator has looked. We will email you when that has happened.",
    keeper: { matter: "reports" },
  },
  // Prizes.
  { says: "We are checking the winners", keeper: { matter: "winners" } },
  { says: "we are checking the winners.", keeper: { matter: "winners" } },
  { says: "Still being checked:", keeper: { matter: "winners" } },
  { says: "the winners are being checked.", keeper: { matter: "winners" } },
  { says: "The winners are being checked", keeper: { matter: "winners" } },
  { says: "We are still choosing", keeper: { matter: "prizeless" } },
  { says: "We will email you when your prize is on its way.", keeper: { matter: "ship" } },
  { says: "We will refund what you paid for shipping.", keeper: job },
  // What happens by itself.
  { says: "and we will catch up on the activities you missed.", keeper: job },
  { says: "We will remind you the day before.", keeper: job },
  { says: "it is yours, and we will email you.", keeper: job },
  { says: "We will email you when a place opens up, and not before.", keeper: job },
  { says: "We will try again over the next few days", keeper: job },
  { says: "We will not charge you again.", keeper: job },
  { says: "and we will keep it.", keeper: job },
  { says: "We will email you a link and a code", keeper: mail },
  { says: "and we will send you a new one.", keeper: mail },
  { says: "We will send nothing without your confirmation.", keeper: mail },
  { says: "We will not send you", keeper: mail },
  { says: "We will email you to confirm.", keeper: mail },
  { says: "we will not email this address about anything else.", keeper: mail },
  // Letters to the operator.
  { says: "and we will read it.", keeper: mailbox },
  { says: "A person will check and tell you what they found.", keeper: mailbox },
  { says: "reply to this email. A person will read it.", keeper: mailbox },
  { says: "reply to this email, and a person will look into it.", keeper: mailbox },
  { says: "and we will unsubscribe you.", keeper: mailbox },
  { says: "and we will sort it out.", keeper: mailbox },
  { says: "and we will find it.", keeper: mailbox },
  { says: "we reply within 30 days.", keeper: mailbox },
  { says: "tell us and we will delete it.", keeper: mailbox },
]
