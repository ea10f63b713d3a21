import type { LeadForm } from "#content/form-types.ts"
import type { FormId } from "#content/forms.ts"
import { forms } from "#content/forms.ts"
import { type Received, receive } from "#domain/leads/receive.ts"
import { makeStamp } from "#domain/leads/stamp.ts"
import { mailSubmissions as mailDue } from "#domain/leads/submission-mails.ts"
import type { TestWorld } from "./world.ts"

/** Valid answers, by form. */
export const goodAnswers = {
  partner: {
    companyName: "Northline",
    contactName: "Mara Voss",
    email: "mara@northline.example",
    phone: "+1 (949) 555-0100",
    website: "northline.example",
    partnershipType: "Put up a prize",
    budget: "$1,000 to $5,000",
    message: "We make race belts and would like to put some up as a prize.",
  },
  "creator-application": {
    name: "Ada Vale",
    email: "ada@example.com",
    city: "Costa Mesa",
    sport: "Running",
    goals: "A first marathon in the spring.",
    socials: "@adaruns",
    audience: "Under 1,000",
    adult: "yes",
  },
  newsletter: { name: "Ada", email: "ada@example.com" },
  "social-media-planner-waitlist": { name: "Ada", email: "ada@example.com", company: "", need: "A plan" },
} as const

export const sender = { ip: "203.0.113.9", userAgent: "Test" }

/** The fields that a browser sends for a form: its answers, the form's id, a stamp. */
export function sentOf(
  form: LeadForm,
  answers: Record<string, string | readonly string[]>,
  stamp: string,
): FormData {
  const data = new FormData()
  data.set("form", form.id)
  data.set("stamp", stamp)
  for (const [name, value] of Object.entries(answers)) {
    for (const one of typeof value === "string" ? [value] : value) data.append(name, one)
  }
  return data
}

/** Opens a form, takes ten seconds to fill it in, and sends it. */
export async function send(
  site: TestWorld,
  id: FormId,
  answers: Record<string, string | readonly string[]>,
  options: { stamp?: string; extra?: Record<string, string> } = {},
): Promise<Received> {
  const form: LeadForm = forms[id]
  const stamp = options.stamp ?? makeStamp(site.world, id)
  if (options.stamp === undefined) site.clock.advance(10_000)
  const sent = sentOf(form, answers, stamp)
  for (const [name, value] of Object.entries(options.extra ?? {})) sent.set(name, value)
  return receive(site.world, { form, sent, sender, allowed: async () => true })
}

/** Queues the mails of submissions, as the job does; returns for how many submissions. */
export async function mailSubmissions(site: TestWorld): Promise<number> {
  let mailed = 0
  await site.runJobs("submission-mails", async () => {
    mailed += await mailDue(site.world)
  })
  return mailed
}
