/** The defaults of an installation without settings. */
import { expect, test } from "vitest"
import { configFrom, withoutLimits } from "./options.ts"

test("without any setting addresses are proven, passwords checked, and nothing else is switched on", () =>
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

test("a session that is not used ends after thirty days, and one that is used does not", () =>
  expect(configFrom()).toMatchObject({ sessionInactivityS: 2_592_000, sessionTimeboxS: null }))

test("what is set holds, and the rest as without it", () =>
  expect(configFrom({ signUps: false })).toEqual({ ...configFrom(), signUps: false }))

test("guessing stays limited where waiting is switched off", () =>
  expect(Object.keys(withoutLimits)).not.toContain("freeFailures"))
