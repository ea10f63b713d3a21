import { invalid, Refusal } from "../refusal.ts"

/**
 * The digits of a number in E.164 format without the plus sign, as GoTrue stores them. Throws
 * validation_failed.
 */
export function parsePhone(given: string): string {
  const phone = given.trim().replace(/^\+/, "").replaceAll(" ", "")
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid("Invalid phone number format (E.164 required)")
  return phone
}

export const phoneTaken = () =>
  new Refusal(422, "phone_exists", "Phone number already registered by another user")
