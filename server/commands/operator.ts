/** `npm run operator -- add|remove|list <email>`: manages who runs the site. */
import { userInfo } from "node:os"
import { type ActRefusal, act } from "#domain/operator/journal.ts"
import { isRole, type Role, shellOperator } from "#domain/operator/roles.ts"
import { addOperator, listOperators, type Operator, removeOperator } from "#platform/auth/users/operator.ts"
import type { Db } from "#ports/db.ts"
import { withDatabase } from "./with-database.ts"

const usage = `Usage: npm run operator -- <command>

  add <email> [owner|helper|moderator|writer|host]
                    makes a confirmed member an operator, effective at the next sign-in or refresh: an owner unless it says
                    otherwise. Owners may do everything; helpers review activities, read the inbox and check people in;
                    moderators decide reports and see no personal data; writers draft articles; hosts run the sessions of the
                    events that an owner gives them in the console
  remove <email>    takes the role away and ends the member's sessions
  list              lists every operator with the role, the last sign-in and whether two-step sign-in is set up
`

const outcomes = {
  not_found: "No such member.",
  not_confirmed: "This member has not confirmed the address yet. Confirm it first, then add the role.",
  not_operator: "No operator has this address.",
}

/** Returns the exit code: 0 done, 1 not possible. */
async function run(db: Db, command: string, email: string, role: Role): Promise<number> {
  const now = new Date()
  const world = { db, now: () => now }
  const operator = shellOperator(userInfo().username, now)
  const subject = { kind: "account", id: await accountOf(db, email), person: { email } }
  const look = (inside: Db) => roleNow(inside, email)
  if (command === "list") {
    const operators = await listOperators(db)
    return say(operators.map(line).join("\n") || "There are no operators.")
  }
  if (command === "add") {
    const added = await act(world, operator, { command: "role.grant", subject, look }, (inside) =>
      addOperator(inside.db, email, { role, now }),
    )
    return added.ok ? say(`${email} is ${role === "owner" ? "an" : "a"} ${role}.`) : refuse(added)
  }
  const removed = await act(world, operator, { command: "role.remove", subject, look }, (inside) =>
    removeOperator(inside.db, email, now),
  )
  return removed.ok
    ? say(`${email} is no longer an operator and is signed out everywhere.`)
    : say(outcomes.not_operator, 1)
}

function refuse({ code }: ActRefusal | { code: keyof typeof outcomes }): number {
  return say(code in outcomes ? outcomes[code as keyof typeof outcomes] : code, 1)
}

/** The id for the journal, which does not contain names. */
async function accountOf(db: Db, email: string): Promise<string> {
  const [user] = await db.sql<{ id: string }>`select id from auth.users where email = ${email.toLowerCase()}`
  return user?.id ?? "unknown"
}

async function roleNow(db: Db, email: string): Promise<Record<string, unknown>> {
  const operators = await listOperators(db)
  return { role: operators.find((one) => one.email === email.toLowerCase())?.role ?? null }
}

function line({ email, role, lastSignInAt, secured }: Operator): string {
  const seen = lastSignInAt ? `last signed in ${lastSignInAt.toISOString()}` : "never signed in"
  return `${email}  ${role}  ${seen}, ${secured ? "with" : "WITHOUT"} two-step sign-in`
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}

const [command = "", email = "", role = "owner", ...more] = process.argv.slice(2)
const complete =
  command === "list" ? email === "" : ["add", "remove"].includes(command) && email.includes("@")
if (!complete || !isRole(role) || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withDatabase("operator", ({ db }) => run(db, command, email, role))
}
