import { countryCodes } from "#content/countries.ts"

export interface Country {
  code: string
  name: string
}

/**
 * The countries to choose from, by name, in the language of the page. By the server: a browser may call them otherwise.
 * @param stored of addresses given earlier, which stay a choice although the list lacks them
 */
export function countryChoices(stored: readonly string[]): Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" })
  const { compare } = new Intl.Collator("en")
  return [...new Set([...countryCodes, ...stored])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}
