/** The defaults of an installation without settings. */
import { expect, test } from "vitest"
import { configFrom, withoutLimits } from "./options.ts"

test("without settings, addresses are confirmed, passwords are checked, and nothing else is enabled", () =>
  expect(configFrom()).toMatchObject({
    signUps: true,
    emailSignIn: true,
    phoneSignIn: false,
    autoconfirm: false,
    phoneAutoconfirm: false,
    anonymousSignIn: false,
    manualLinking: false,
    refuseCommonPasswords: true,
    secureEmailChange: true,
    operatorEmails: [],
    operatorsNeedAal2: false,
    providers: {},
  }))

test("an unused session ends after thirty days, a used one does not", () =>
  expect(configFrom()).toMatchObject({ sessionInactivityS: 2_592_000, sessionTimeboxS: null }))

test("settings take effect, and all others keep their defaults", () =>
  expect(configFrom({ signUps: false })).toEqual({ ...configFrom(), signUps: false }))

test("guessing stays limited if other limits are turned off", () =>
  expect(Object.keys(withoutLimits)).not.toContain("freeFailures"))
