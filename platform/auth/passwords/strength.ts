import type { AuthConfig, PasswordCharacters } from "../options.ts"
import { invalid, Refusal } from "../refusal.ts"
import { readCommonPasswords } from "./common-passwords.ts"
import { maxPasswordBytes } from "./hasher.ts"

export interface PasswordRules {
  /** Throws when the password is too short or longer than bcrypt can read. */
  checkLength(password: string): void
  /** Throws when the password is too short, too long, lacks a required kind of character, or is among the most common leaked ones. */
  check(password: string): void
}

/** As GoTrue names and matches them. */
const characters: Record<PasswordCharacters, string> = {
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  digits: "0123456789",
  symbols: "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
}

/** GoTrue's refusals: `weak_password` with the reasons "length", "characters" or "pwned"; 400 above 72 bytes. */
export function createPasswordRules(
  config: Pick<AuthConfig, "passwordMinLength" | "refuseCommonPasswords" | "passwordCharacters">,
): PasswordRules {
  let common: ReadonlySet<string> | undefined
  const isCommon = (password: string) => {
    common ??= readCommonPasswords(config.passwordMinLength)
    return common.has(password.toLowerCase())
  }
  function checkLength(password: string) {
    if (Buffer.byteLength(password) > maxPasswordBytes)
      throw invalid(`Password cannot be longer than ${maxPasswordBytes} characters`)
    if ([...password].length < config.passwordMinLength)
      throw weak(`Password should be at least ${config.passwordMinLength} characters.`, "length")
  }
  return {
    checkLength,
    check(password) {
      checkLength(password)
      const required = config.passwordCharacters.map((kind) => characters[kind])
      if (!required.every((set) => [...password].some((sign) => set.includes(sign))))
        throw weak(
          `Password should contain at least one character of each: ${required.join(", ")}.`,
          "characters",
        )
      if (config.refuseCommonPasswords && isCommon(password))
        throw weak("Password is known to be weak and easy to guess, please choose a different one.", "pwned")
    },
  }
}

const weak = (message: string, reason: string) =>
  new Refusal(422, "weak_password", message, { weakPassword: [reason] })
