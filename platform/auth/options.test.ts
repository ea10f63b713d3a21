/** What holds for an installation that sets nothing. */
import { expect, test } from "vitest"
import { defaultConfig, withoutLimits } from "./options.ts"

test("without any setting addresses are proven, passwords checked, and nothing else is switched on", () =>
  expect(defaultConfig).toMatchObject({
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
    providers: {},
  }))

test("a session that is not used ends after thirty days, and one that is used does not", () =>
  expect([defaultConfig.sessionInactivityS, defaultConfig.sessionTimeboxS]).toEqual([2_592_000, null]))

test("guessing stays limited where waiting is switched off", () =>
  expect(Object.keys(withoutLimits)).not.toContain("freeFailures"))
