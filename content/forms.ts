import { mailPromise, partnerThankYou } from "./applications.ts"
import type { FormField, LeadForm } from "./form-types.ts"
import { partnerReplyHours, site } from "./site.ts"

const name: FormField = {
  name: "name",
  kind: "name",
  label: "Name",
  required: true,
  maxLength: 100,
  autoComplete: "name",
}
const email: FormField = {
  name: "email",
  kind: "email",
  label: "Email",
  required: true,
  maxLength: 254,
  autoComplete: "email",
}
const city: FormField = {
  name: "city",
  kind: "text",
  label: "City",
  hint: "Where you do most of your training.",
  required: true,
  maxLength: 100,
  autoComplete: "address-level2",
}
const socials: FormField = {
  name: "socials",
  kind: "textarea",
  label: "Where to find you",
  hint: "Handles or links, one per line. Training logs count, too.",
  maxLength: 600,
}
const adult: FormField = { name: "adult", kind: "consent", label: "I am 18 or older.", required: true }
const phone: FormField = { name: "phone", kind: "tel", label: "Phone", maxLength: 40, autoComplete: "tel" }
const sports = [
  "Running",
  "Triathlon",
  "Cycling",
  "Swimming",
  "Lifting",
  "Hybrid training",
  "Something else",
] as const

const answerConsent = `I agree that ${site.name} keeps what I send and emails me about it.`
const newsletterConsent = `Send me this newsletter by email. ${mailPromise}`
const waitlistConsent = `Email me when a place opens up. ${mailPromise}`

const checkMail = {
  title: "Check your email",
  text: "Open the email we just sent you and confirm your address. If it is not there in a minute, look in your spam folder.",
}

/** Every form of the site, by id; a page with one form has the form's id as its path. */
export const forms = {
  "brand-application": {
    id: "brand-application",
    version: 1,
    name: "Brand application",
    fields: [
      {
        name: "companyName",
        kind: "text",
        label: "Company",
        required: true,
        maxLength: 120,
        autoComplete: "organization",
      },
      { ...name, label: "Your name" },
      email,
      { name: "website", kind: "url", label: "Website", required: true, maxLength: 200, autoComplete: "url" },
      {
        name: "goals",
        kind: "choices",
        label: "What would help you most?",
        required: true,
        options: [
          "Athletes who use it",
          "Content",
          "Honest product feedback",
          "A prize on the board",
          "An event",
        ],
      },
      {
        name: "product",
        kind: "textarea",
        label: "What do you make, and who is it for?",
        required: true,
        minLength: 20,
        maxLength: 2000,
      },
      {
        name: "budget",
        kind: "select",
        label: "Budget for the next three months",
        options: ["Product only", "Under $1,000", "$1,000 to $5,000", "$5,000 to $20,000", "More than that"],
      },
    ],
    button: "Send the application",
    consent: answerConsent,
    thankYou: {
      title: "We have your application",
      text: "We read every application, usually within two days, and reply either way.",
    },
    to: { inbox: { onDecline: "note" } },
    quickestS: 4,
  },
  "creator-application": {
    id: "creator-application",
    version: 1,
    name: "Creator application",
    fields: [
      name,
      email,
      city,
      { name: "sport", kind: "select", label: "What you train most", required: true, options: sports },
      {
        name: "goals",
        kind: "textarea",
        label: "What are you working toward?",
        hint: "A race, a habit, a channel, people to train with. Two sentences is plenty.",
        required: true,
        minLength: 10,
        maxLength: 1500,
      },
      { ...socials, required: false },
      {
        name: "audience",
        kind: "select",
        label: "How many people follow you?",
        options: ["I do not post", "Under 1,000", "1,000 to 10,000", "10,000 to 100,000", "More than that"],
      },
      adult,
    ],
    button: "Join the community",
    consent: answerConsent,
    thankYou: {
      title: "Almost there",
      text: "We have your application. Once a person has read it, you will get an email about your account and the activity club.",
    },
    to: { inbox: { onAccept: "invite", onDecline: "note" } },
    quickestS: 4,
  },
  "athlete-application": {
    id: "athlete-application",
    version: 1,
    name: "Athlete application",
    fields: [
      name,
      email,
      city,
      { name: "sport", kind: "choices", label: "Your sports", required: true, options: sports },
      {
        name: "races",
        kind: "text",
        label: "Races you have finished",
        hint: "A number or a list. Zero counts.",
        maxLength: 300,
      },
      {
        name: "goals",
        kind: "textarea",
        label: "What is next for you?",
        required: true,
        minLength: 20,
        maxLength: 2000,
      },
      { ...socials, required: true },
      {
        name: "audience",
        kind: "text",
        label: "How many people follow you, and where?",
        maxLength: 300,
      },
      {
        name: "brands",
        kind: "textarea",
        label: "Brands you already use, and any you would never work with",
        maxLength: 1000,
      },
      adult,
    ],
    button: "Send the application",
    consent: answerConsent,
    thankYou: {
      title: "We have your application",
      text: "We read it, look at what you already share, and reply either way.",
    },
    to: { inbox: { onAccept: "invite", onDecline: "note" } },
    quickestS: 4,
  },
  partner: {
    id: "partner",
    version: 1,
    name: "Partner inquiry",
    fields: [
      {
        name: "companyName",
        kind: "text",
        label: "Company",
        required: true,
        maxLength: 120,
        autoComplete: "organization",
      },
      { ...name, name: "contactName", label: "Your name" },
      email,
      phone,
      { name: "website", kind: "url", label: "Website", maxLength: 200, autoComplete: "url" },
      {
        name: "partnershipType",
        kind: "select",
        label: "What you have in mind",
        required: true,
        options: [
          "Put up a prize",
          "Have a product tested",
          "Tell a story together",
          "Sponsor an event",
          "Not sure yet",
        ],
      },
      {
        name: "budget",
        kind: "select",
        label: "Budget",
        options: ["Product only", "Under $1,000", "$1,000 to $5,000", "$5,000 to $20,000", "More than that"],
      },
      {
        name: "message",
        kind: "textarea",
        label: "Message",
        required: true,
        minLength: 10,
        maxLength: 3000,
      },
    ],
    button: "Send to the team",
    consent: answerConsent,
    thankYou: partnerThankYou,
    to: { inbox: { replyHours: partnerReplyHours } },
    quickestS: 4,
  },
  "home-newsletter": {
    id: "home-newsletter",
    version: 1,
    name: "Newsletter (home)",
    fields: [email],
    button: "Get the Newsletter",
    consent: newsletterConsent,
    thankYou: checkMail,
    to: { list: "newsletter" },
    quickestS: 0,
    stamped: false,
  },
  newsletter: {
    id: "newsletter",
    version: 1,
    name: "Newsletter",
    fields: [{ ...name, label: "First name", required: false, autoComplete: "given-name" }, email],
    button: "Get the Newsletter",
    consent: newsletterConsent,
    thankYou: checkMail,
    to: { list: "newsletter" },
    quickestS: 1,
  },
  "creator-newsletter": {
    id: "creator-newsletter",
    version: 1,
    name: "Creator newsletter",
    fields: [{ ...name, label: "First name", required: false, autoComplete: "given-name" }, email],
    button: "Get the Creator Newsletter",
    consent: newsletterConsent,
    thankYou: checkMail,
    to: { list: "creator-newsletter" },
    quickestS: 1,
  },
  "social-media-planner-waitlist": {
    id: "social-media-planner-waitlist",
    version: 1,
    name: "Waitlist: Social Media Planner",
    fields: [
      name,
      email,
      {
        name: "company",
        kind: "text",
        label: "Brand or channel",
        maxLength: 120,
        autoComplete: "organization",
      },
      {
        name: "need",
        kind: "textarea",
        label: "What should the plan do for you?",
        maxLength: 1000,
      },
    ],
    button: "Join the Waitlist",
    consent: waitlistConsent,
    thankYou: checkMail,
    to: { list: "social-media-planner" },
    quickestS: 2,
  },
  "built2connect-waitlist": {
    id: "built2connect-waitlist",
    version: 1,
    name: "Waitlist: Built 2 Connect",
    fields: [
      name,
      email,
      {
        name: "company",
        kind: "text",
        label: "Brand",
        required: true,
        maxLength: 120,
        autoComplete: "organization",
      },
      { name: "website", kind: "url", label: "Website", maxLength: 200, autoComplete: "url" },
      {
        name: "need",
        kind: "textarea",
        label: "Which athletes are you looking for?",
        maxLength: 1000,
      },
    ],
    button: "Join the Waitlist",
    consent: waitlistConsent,
    thankYou: checkMail,
    to: { list: "built2connect" },
    quickestS: 2,
  },
} as const satisfies Record<string, LeadForm>

export type FormId = keyof typeof forms

/** Where a message of the inbox came from that no form sent: a reply to a mail that belongs to no conversation. */
export const replyForm = { id: "reply", name: "Reply to an email", about: "In reply to" } as const

/** What a message is called: its form or, if a form was removed, its id. */
export function formName(id: string): string {
  return formById(id)?.name ?? (id === replyForm.id ? replyForm.name : id)
}

/** The form of this id, or undefined. */
export function formById(id: string): LeadForm | undefined {
  return Object.hasOwn(forms, id) ? forms[id as FormId] : undefined
}

/** Everything that submitting the form agrees to, as one text: stored as proof of consent. */
export function consentText(form: LeadForm): string {
  const boxes = form.fields.filter((field) => field.kind === "consent").map((field) => field.label)
  return [form.consent, ...boxes].join(" ")
}
