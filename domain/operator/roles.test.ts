import { expect, test } from "vitest"
import { type CommandName, commands, ruleOf } from "./commands.ts"
import { holds, isProven, isRole, type Operator, shellOperator } from "./roles.ts"

const now = new Date("2026-11-20T12:00:00Z")
const minutesAgo = (minutes: number, ms = 0) => new Date(now.getTime() - minutes * 60_000 - ms)

test.each([
  ["owner", true],
  ["helper", true],
  ["moderator", true],
  ["writer", true],
  ["host", true],
  ["admin", false],
  ["Owner", false],
  ["", false],
  [null, false],
  [undefined, false],
  [["owner"], false],
])("%j is a role: %s", (value, is) => expect(isRole(value)).toBe(is))

test.each([
  ["owner", "owner", true],
  ["owner", "helper", true],
  ["helper", "helper", true],
  ["helper", "owner", false],
  ["helper", "moderator", true],
  ["moderator", "moderator", true],
  ["moderator", "helper", false],
  ["owner", "writer", true],
  ["owner", "host", true],
  ["helper", "writer", false],
  ["writer", "moderator", false],
  ["writer", "host", false],
  ["host", "helper", false],
  ["host", "writer", false],
  ["moderator", "owner", false],
] as const)("a role of %s for what needs %s: %s", (role, needed, is) => expect(holds(role, needed)).toBe(is))

test.each([
  [minutesAgo(0), true],
  [minutesAgo(10, -1), true],
  [minutesAgo(10), false],
  [minutesAgo(-1), true],
  [new Date(0), false],
])("a second factor entered at %s is fresh: %s", (provenAt, is) => {
  const operator: Operator = { id: "x", name: "x", role: "owner", sessionId: "x", provenAt }
  expect(isProven(operator, now)).toBe(is)
})

test("a shell user is an owner without an account", () => {
  const operator = shellOperator("ops", now)
  expect(operator).toEqual({ id: null, name: "ops", role: "owner", sessionId: null, provenAt: now })
  expect(isProven(operator, now)).toBe(true)
})

test("money, erasure, exports of everything and roles need a fresh second factor, and nothing else does", () => {
  const all = Object.keys(commands) as CommandName[]
  expect(all.filter((command) => ruleOf(command).proof).sort()).toEqual([
    "accounts.export",
    "keys.rotate",
    "order.cancel",
    "order.refund",
    "person.erase",
    "person.erase-address",
    "person.export",
    "role.events",
    "role.grant",
    "role.remove",
  ])
  const rooms = (needs: string) =>
    new Set(all.filter((command) => ruleOf(command).needs === needs).map((command) => command.split(".")[0]))
  expect([...rooms("moderator")].sort()).toEqual(["member", "report"])
  expect([...rooms("helper")].sort()).toEqual(["event", "inbox", "photo", "review"])
  const ofEvents = all.filter((command) => command.startsWith("event.") && ruleOf(command).needs === "helper")
  expect(ofEvents.sort()).toEqual([
    "event.check-in",
    "event.check-out",
    "event.export",
    "event.free",
    "event.guests",
    "event.put",
    "event.seat",
    "event.transfer",
    "event.walk-in",
  ])
  expect(
    all.filter(
      (command) =>
        /^(role|order|season|prize|person|journal|newsletter)\./.test(command) &&
        ruleOf(command).needs !== "owner",
    ),
  ).toEqual([])
})

test("Hosts may give exactly the commands of events, as the database knows them by their name", () => {
  const all = Object.keys(commands) as CommandName[]
  expect(all.filter((command) => ruleOf(command).hosts)).toEqual(all.filter((command) => command.startsWith("event.")))
})
