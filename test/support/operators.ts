import { randomUUID } from "node:crypto"
import type { Operator, Role } from "#domain/operator/roles.ts"
import { findOperator, openConsole } from "#domain/operator/session.ts"
import type { World } from "#domain/world.ts"

/** An account with a role and an open console session with a second factor entered just now. */
export async function addOperatorSession(world: World, role: Role): Promise<Operator> {
  const userId = randomUUID()
  const authSessionId = randomUUID()
  const now = world.now()
  const email = `${role}-${userId.slice(0, 8)}@example.com`
  await world.db.sql`
    insert into auth.users (id, email, raw_app_meta_data) values (${userId}, ${email}, ${world.db.sql.json({ role })})
  `
  await world.db.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${authSessionId}, ${userId}, ${now}, ${now}, 'aal2')
  `
  const opened = await openConsole(
    world,
    { userId, authSessionId, role, secondFactor: true, provenAt: now },
    "required",
  )
  const found = opened.ok ? await findOperator(world, opened.token, "required") : null
  if (found?.state !== "open") throw new Error("No console session was opened")
  return found.operator
}
