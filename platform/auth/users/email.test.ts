/** Which addresses are accepted, and how they are normalized. */
import { expect, test } from "vitest"
import { isEmail, parseEmail } from "./email.ts"
import { parsePhone } from "./phone.ts"

test.each([
  ["a@example.com", true],
  [`${"a".repeat(64)}@example.com`, true],
  [`${"a".repeat(65)}@example.com`, false],
  [`a@${"b".repeat(63)}.com`, true],
  [`a@${"b".repeat(64)}.com`, false],
  [`${"a".repeat(64)}@${`${"b".repeat(61)}.`.repeat(3)}com`, true],
  [`${"a".repeat(64)}@${`${"b".repeat(62)}.`.repeat(3)}com`, false],
  ["a@example", false],
  ["a@-b.com", false],
  ["a\n@example.com", false],
  ["a@b@example.com", false],
])("%j is an address: %s", (email, is) => expect(isEmail(email)).toBe(is))

test.each([
  [" Ada@Example.COM ", "ada@example.com"],
  ["ada@example", null],
])("the address %j is normalized to %j", (given, address) => {
  if (address === null) expect(() => parseEmail(given)).toThrow("invalid format")
  else expect(parseEmail(given)).toBe(address)
})

test.each([
  ["+49 151 2345 678", "491512345678"],
  ["12", "12"],
  ["123456789012345", "123456789012345"],
  ["1234567890123456", null],
  ["0491512345678", null],
  ["++49151", null],
  ["1", null],
  ["call me", null],
  ["\t+49 151 2345 678\n", "491512345678"],
])("the number %j is normalized to %j", (given, number) => {
  if (number === null) expect(() => parsePhone(given)).toThrow("E.164")
  else expect(parsePhone(given)).toBe(number)
})
