/** The stored token types that a type of the wire format may redeem. */
import { expect, test } from "vitest"
import { tokenTypesFor } from "./verify-request.ts"

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
  ["sms", "Invalid email verification type"],
  ["phone_change", "Invalid email verification type"],
  ["other", "Invalid email verification type"],
  ["constructor", "Invalid email verification type"],
])("%j redeems nothing", (type, message) => expect(() => tokenTypesFor(type)).toThrow(message))
