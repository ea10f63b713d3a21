import { latinLetters } from "#primitives/latin.ts"

/**
 * "Zoë Ångström" -> "zoe-angstrom", "Đức" -> "duc", "Мария" -> "mariya"; "athlete" when no character of the name can be written
 * in Latin letters or digits.
 */
export function slugOf(name: string): string {
  return (
    latinLetters(name.replace(/[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu, ""))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60)
      .replace(/-$/, "") || "athlete"
  )
}
