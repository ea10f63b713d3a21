/**
 * The HTML of a mail without the inline styles that mail programs need; the site styles it. `html` is the output of
 * server/markup/mail-html.ts, in which attribute values hold no angle brackets.
 */
export function webHtml(html: string): string {
  return html.replace(/<[a-z][^>]*>/g, (tag) => tag.replace(/ style="[^"]*"/g, ""))
}
