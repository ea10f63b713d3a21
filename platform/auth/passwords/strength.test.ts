/** Which passwords are accepted. */
import { expect, test } from "vitest"
import { createPasswordRules } from "./strength.ts"

test.each([
  ["long enough", "abcdefgh1A!x", undefined],
  ["one character too short", "abcdeA1", "should be at least 8"],
  ["as long as bcrypt can read", `A1${"a".repeat(70)}`, undefined],
  ["longer than bcrypt can read", `A1${"a".repeat(71)}`, "cannot be longer"],
  ["counted by characters, not by bytes", "A1aéééé", "should be at least 8"],
  ["without a digit", "Abcdefgh", "at least one character of each"],
  ["among the most common ones", "Password1", "easy to guess"],
])("a password that is %s", (_what, password, reason) => {
  const rules = createPasswordRules({
    passwordMinLength: 8,
    refuseCommonPasswords: true,
    passwordCharacters: ["lower", "upper", "digits"],
  })
  if (reason === undefined) rules.check(password)
  else expect(() => rules.check(password)).toThrow(reason)
})
