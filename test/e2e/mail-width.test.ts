/** Mails on a phone: no mail is wider than the screen, whatever its facts, links and tables are. */
import { renderMail } from "#domain/mail-layout.ts"
import { mailHtml } from "#server/markup/mail-html.ts"
import { expect, test } from "./support/worker.ts"

const longest = "https://northline.example/a/very/long/address/that/has/no/place/to/break/in/it/at/all"
const markdown = `# Second headline

| Day | Session | Where | Time | Miles | Who leads it |
|---|---|---|---|---:|---|
| Monday | Sunrise run | Costa Mesa Pier | 6:00 AM | 5 | Alexandria |

[${longest}](/events)

\`\`\`
npm run backup -- a very long line of code that goes on and on and on and on
\`\`\``

const mails = {
  form: renderMail({
    subject: "Partner inquiry: Mara",
    heading: "Partner inquiry",
    paragraphs: [longest],
    facts: [
      ["Which kind of partnership do you have in mind for us", "Put up a prize"],
      ["Website", longest],
      ["Email", `${"mara".repeat(16)}@northline.example`],
    ],
    button: { label: "Open the inbox of this site now", url: longest },
    footnote: longest,
  }),
  newsletter: renderMail({
    subject: "News",
    heading: "News",
    paragraphs: [],
    body: { html: mailHtml(markdown, "https://b4m.example"), text: "" },
    footnote: "You get this.",
  }),
}

test("a form's mail and a newsletter fit the width of a phone", async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [name, { html }] of Object.entries(mails)) {
      await page.setContent(html)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${name} at ${width} px`).toBe(width)
    }
  }
})
