/** The forms of the commands about content and articles. */

import { writeArticleFromConsole } from "#domain/operator/articles/article-commands.ts"
import { defaultDraft } from "#domain/publishing/articles/article.ts"
import { browser, made, owner, type Sent, shop } from "./desks.ts"

const testimonial = () => ({
  quote: "I had time to find my shoes.",
  name: `Ana ${++made.n}`,
  detail: "Baker",
})

/** Words that an operator has added; their name. */
async function entry(): Promise<string> {
  const fields = testimonial()
  await browser.press(owner, "/content/testimonials/new", "Publish", fields)
  return fields.name
}

/** The page of a draft; of one of the articles that the site came with, if it is named. */
async function article(origin: string | null = null): Promise<string> {
  const draft = {
    ...defaultDraft(origin ?? "rise-of-club-balboa"),
    ...(origin ? {} : { slug: `hills-${++made.n}` }),
  }
  const saved = await writeArticleFromConsole(shop.world, owner, { id: null, origin, draft, read: 0 })
  return `/articles/${"id" in saved ? saved.id : 0}`
}

export const wordsForms: readonly Sent[] = [
  {
    command: "content.save",
    form: async () => ["/content/testimonials/new", "Publish", testimonial()],
  },
  {
    command: "content.hide",
    form: async () => ["/content/testimonials", `Hide ${await entry()}`],
  },
  {
    command: "content.show",
    form: async () => {
      const name = await entry()
      await browser.press(owner, "/content/testimonials", `Hide ${name}`)
      return ["/content/testimonials", `Show ${name}`]
    },
  },
  { command: "content.move", form: async () => ["/content/testimonials", `Move ${await entry()} up`] },
  {
    command: "content.take-back",
    form: async () => {
      const name = await entry()
      return [`/content/testimonials/${name.toLowerCase().replace(" ", "-")}`, "Delete it"]
    },
  },
  {
    command: "article.write",
    form: async () => [await article(), "Save the draft", { title: `Hills again ${++made.n}` }],
  },
  { command: "article.discard", form: async () => [await article(), "Delete it with its versions"] },
  {
    command: "article.unschedule",
    form: async () => {
      const path = await article()
      await browser.press(owner, path, "Save and schedule", { at: "2027-01-02T08:00" })
      return [path, "Do not publish it then"]
    },
  },
  {
    command: "article.unpublish",
    form: async () => {
      const path = await article()
      await browser.press(owner, path, "Save and publish now")
      return [path, "Take it off the site"]
    },
  },
  {
    command: "article.take-back",
    form: async () => [await article("growing-personal-brand"), "Go back to what the site came with"],
  },
]
