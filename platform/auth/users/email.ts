import { invalid } from "../refusal.ts"

/**
 * Returns the address in lower case. Accepts what HTML's email field accepts, with at least one dot in the
 * domain (html.spec.whatwg.org, valid e-mail address), at most 64 characters before the @ and 254 in total
 * (RFC 5321, 4.5.3.1). Line breaks and control characters are rejected, so none reaches a mail's header.
 * Throws validation_failed.
 */
export function parseEmail(given: string): string {
  const email = normalizeEmail(given)
  if (!isEmail(email)) throw invalid("Unable to validate email address: invalid format")
  return email
}

export const normalizeEmail = (given: string): string => given.trim().toLowerCase()

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const form = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`)

export function isEmail(email: string): boolean {
  return email.length <= 254 && form.test(email)
}
