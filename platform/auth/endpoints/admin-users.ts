import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { readBody } from "../http/body.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { audience } from "../keys/access-token.ts"
import { invalid, Refusal } from "../refusal.ts"
import { deleteUser, softDeleteUser } from "../users/delete.ts"
import { presentUser } from "../users/present.ts"
import { findUser, listUsers, type UserRow } from "../users/row.ts"
import { addPageHeaders, readPage } from "./admin-page.ts"

/** Parses the UUID in the path. Throws 404 for anything else. */
function userIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("userId"))
  if (!id.success) throw new Refusal(404, "validation_failed", "user_id must be an UUID")
  return id.data
}

export const userNotFound = () => new Refusal(404, "user_not_found", "User not found")

/** Finds the account in the path. Throws 404. */
export async function userOf(auth: Auth, c: Context): Promise<UserRow> {
  const user = await findUser(auth.db, userIdOf(c))
  if (!user) throw userNotFound()
  return user
}

/** GET /admin/users?page&per_page&filter. */
export const adminUsersList = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  const page = readPage(c)
  const filter = (c.req.query("filter") ?? "").toLowerCase()
  if (filter.length > 254) throw invalid("filter has at most 254 characters")
  const { users, total } = await listUsers(auth.db, { offset: page.offset, limit: page.perPage, filter })
  addPageHeaders(auth, c, "/admin/users", page, total)
  return c.json({ users: users.map(presentUser), aud: audience })
}

/** GET /admin/users/:id. */
export const adminUsersGet = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  return c.json(presentUser(await userOf(auth, c)))
}

/** DELETE /admin/users/:id; with `should_soft_delete`, the id and digests of the addresses remain. */
export const adminUsersDelete = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const id = userIdOf(c)
  const body = await readBody(c, z.object({ should_soft_delete: z.boolean().nullish() }))
  const by = { actor, ip: clientOf(auth, c).ip }
  const remove = body.should_soft_delete ? softDeleteUser : deleteUser
  if (!(await auth.db.transaction((db) => remove(auth, db, id, by)))) throw userNotFound()
  return c.json({})
}
