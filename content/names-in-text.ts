import { site } from "./site.ts"

/** What a text can name without repeating it: "{site.name}" becomes the name of the site. */
const names: Readonly<Record<string, string>> = {
  "site.name": site.name,
  "site.links.club": site.links.club,
}

/** The text with the names filled in. Braces around anything else stay as they were typed. */
export function fillNames(text: string): string {
  return text.replace(/\{([a-z.]+)\}/gi, (typed, name: string) => names[name] ?? typed)
}
