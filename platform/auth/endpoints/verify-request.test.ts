/** Which stored tokens a type of the wire format may redeem. */
import { expect, test } from "vitest"
import { isPhoneType, tokenTypesFor } from "./verify-request.ts"

test.each([
  ["signup", ["confirmation_token"]],
  ["invite", ["confirmation_token"]],
  ["magiclink", ["recovery_token", "confirmation_token"]],
  ["recovery", ["recovery_token"]],
  ["email", ["confirmation_token", "recovery_token"]],
  ["email_change", ["email_change_token_current", "email_change_token_new"]],
])("%s redeems %j", (type, types) => expect(tokenTypesFor(type)).toEqual(types))

test.each([
  ["", "Verify requires a verification type"],
  ["other", "Invalid email verification type"],
  ["constructor", "Invalid email verification type"],
])("%j redeems nothing", (type, message) => expect(() => tokenTypesFor(type)).toThrow(message))

test.each([
  ["sms", true],
  ["phone_change", true],
  ["email", false],
])("%s is about a phone: %s", (type, phone) => expect(isPhoneType(type)).toBe(phone))
