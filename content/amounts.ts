/**
 * Number formats in the site's only language. Implemented by hand, because the first use of Intl loads its tables: 90 ms of
 * processor time on a phone before a page responds.
 */

/** 12345 -> "12,345", 2904.2 -> "2,904.2" */
export function grouped(n: number): string {
  const [whole = "", ...decimals] = String(n).split(".")
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".")
}

/** "1 file", "1,204 files" */
export function countOf(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`
}

/** Formats US cents as a price: 49900 -> "$499", 1499 -> "$14.99". */
export function inDollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const part = Math.abs(cents) % 100
  return `${cents < 0 ? "-" : ""}$${grouped(whole)}${part === 0 ? "" : `.${String(part).padStart(2, "0")}`}`
}

/** 1 -> "1st", 12 -> "12th", 1003 -> "1,003rd" */
export function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")
  return `${grouped(n)}${ending}`
}

/**
 * "2nd of 60". A rank among one says nothing: "1st so far" while the race is on, "1st" once it is over.
 */
export function rankAmong({ rank, total }: { rank: number; total: number }, { over = false } = {}): string {
  if (total > 1) return `${ordinal(rank)} of ${grouped(total)}`
  return over ? ordinal(rank) : `${ordinal(rank)} so far`
}
