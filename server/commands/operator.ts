/** `npm run operator -- add|remove|list <email>`: manages the operator role. */

import type { Db } from "#domain/world.ts"
import { addOperator, listOperators, type Operator, removeOperator } from "#platform/auth/users/operator.ts"
import { withDatabase } from "./with-database.ts"

const usage = `Usage: npm run operator -- <command>

  add <email>       makes a confirmed member an operator, effective at the next sign-in or refresh
  remove <email>    takes the role away and ends the member's sessions
  list              lists every operator with the last sign-in and whether a second factor is set up
`

const outcomes = {
  not_found: "No such member.",
  not_confirmed: "This member has not confirmed the address yet. Confirm it first, then add the role.",
  not_operator: "No operator has this address.",
}

/** Returns the exit code: 0 done, 1 not possible. */
async function run(db: Db, command: string, email: string): Promise<number> {
  const now = new Date()
  if (command === "list") {
    const operators = await listOperators(db)
    return say(operators.map(line).join("\n") || "There are no operators.")
  }
  if (command === "add") {
    const added = await addOperator(db, email, now)
    return added.ok ? say(`${email} is an operator.`) : say(outcomes[added.code], 1)
  }
  const removed = await removeOperator(db, email, now)
  return removed.ok
    ? say(`${email} is no longer an operator and is signed out everywhere.`)
    : say(outcomes.not_operator, 1)
}

function line({ email, lastSignInAt, secured }: Operator): string {
  const seen = lastSignInAt ? `last signed in ${lastSignInAt.toISOString()}` : "never signed in"
  return `${email}  ${seen}, ${secured ? "with" : "WITHOUT"} a second factor`
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}

const [command = "", email = "", ...more] = process.argv.slice(2)
const complete =
  command === "list" ? email === "" : ["add", "remove"].includes(command) && email.includes("@")
if (!complete || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withDatabase("operator", ({ db }) => run(db, command, email))
}
