/** Languages in which Hevy's apps write months as words; other languages use numbers. */
const languages = ["en", "de", "es", "fr", "it", "pt", "tr", "ru", "nl", "pl", "sv"]

/** Month numbers by full and short name, in lowercase without dots. */
const months = new Map(
  languages.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) =>
      // In some languages a month's name is inflected inside a date.
      [{ month }, { month, day: "numeric" } as const].flatMap((options) =>
        Array.from({ length: 12 }, (_, index): [string, number] => {
          const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).formatToParts(
            Date.UTC(2026, index, 15),
          )
          const { value } = parts.find(({ type }) => type === "month") as Intl.DateTimeFormatPart
          return [plain(value), index + 1]
        }),
      ),
    ),
  ),
)

function plain(name: string): string {
  return name.toLowerCase().replaceAll(".", "")
}

/**
 * Parses local times in the formats of training logs to "2026-08-07T17:00:00": "7 Aug 2026, 17:00" with the month in
 * several languages, "Aug 7, 2026, 5:00 PM", "2026-08-07 17:00:00". Undefined for any other format.
 */
export function readLocalTime(text: string): string | undefined {
  const given = text.trim().replace(/[\u202f\u00a0]/g, " ")
  const [, clock = "", half] = /(\d{1,2}:\d\d(?::\d\d)?)\s*([ap]\.?m\.?)?$/i.exec(given) ?? []
  if (!clock) return undefined
  const day = dayOf(given.slice(0, given.lastIndexOf(clock)).replace(/[,T\s]+$/, ""))
  const [hour = 0, minute = 0, second = 0] = clock.split(":").map(Number)
  const afternoon = half && /^p/i.test(half)
  const hours = half ? (hour % 12) + (afternoon ? 12 : 0) : hour
  const local = `${day}T${two(hours)}:${two(minute)}:${two(second)}`
  const at = new Date(`${local}Z`)
  // Text that is not a date cannot be parsed, and June 31 would be parsed as July 1.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local) ? local : undefined
}

/** As "2026-08-07"; for other text, a string that does not parse as a date. */
function dayOf(text: string): string {
  const numbers =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ??
    /^(\d{4})[年.년]\s*(\d{1,2})[月.월]\s*(\d{1,2})[日.일]?$/.exec(text)
  if (numbers) return `${numbers[1]}-${two(Number(numbers[2]))}-${two(Number(numbers[3]))}`
  const words =
    /^(?<day>\d{1,2})\.? (?:de )?(?<month>\p{L}+)\.? (?:de )?(?<year>\d{4})$/u.exec(text) ??
    /^(?<month>\p{L}+)\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u.exec(text)
  const { day, month, year } = words?.groups ?? {}
  return `${year}-${two(months.get(plain(month ?? "")) ?? 0)}-${two(Number(day))}`
}

function two(number: number): string {
  return String(number).padStart(2, "0")
}
