import { countryCodes } from "#content/countries.ts"

/** "United States" of "US", in the language of the page; two letters that are no country stay as they are. */
export function countryName(code: string): string {
  return new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code
}

/**
 * The countries to choose from, by name.
 * @param stored of an address given earlier, which stays a choice although the list lacks it
 */
export function countryChoices(stored: string | null | undefined): { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" })
  const { compare } = new Intl.Collator("en")
  return [...new Set([...countryCodes, ...(stored ? [stored] : [])])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}
