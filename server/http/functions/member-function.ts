import { z } from "zod"
import type { World } from "#domain/world.ts"
import type { Caller } from "#platform/gateway/contract.ts"
import type { Outcome, Refusal } from "#primitives/outcome.ts"
import { type FunctionResult, jsonFunction, refuse, type ServerFunction, wrongMethod } from "./function.ts"

/** A signed-in member whose session is open and who has passed the second factor, if there is one. */
interface SignedInMember {
  userId: string
  sessionId: string
  /** When the password, mailed code or second factor was last entered. */
  provenAt: Date
}

const claimsShape = z.object({
  session_id: z.uuid(),
  aal: z.enum(["aal1", "aal2"]).default("aal1"),
  /** Seconds since the epoch, newest first. Older services send only the names of methods. */
  amr: z.array(z.union([z.object({ timestamp: z.number() }), z.string()])).default([]),
})

/**
 * A function for members about their own account. A token can outlive its session by minutes, so the session is
 * checked: 401 `session_not_found` if it has ended, 403 `insufficient_aal` if the second factor is missing.
 */
export function memberFunction<Input>(
  shape: z.ZodType<Input>,
  run: (world: World, input: Input, member: SignedInMember) => Promise<FunctionResult>,
): ServerFunction {
  return async (world, request, caller) => {
    if (request.method !== "POST") return wrongMethod()
    // Checked before the body, so that nothing is read for a caller without permission.
    const member = await memberOf(world, caller)
    if (!member.ok) return refuse(member.status, member.code, member.message)
    return jsonFunction(shape, (_world, input) => run(world, input, member.value))(world, request, caller)
  }
}

type Member = Outcome<SignedInMember, Refusal<string, { message: string; status: number }>>

/** Identifies the calling member; for functions whose body is not JSON. */
export async function memberOf(world: World, { userId, claims }: Caller): Promise<Member> {
  const read = claimsShape.safeParse(claims)
  const signInFirst = {
    ok: false,
    code: "session_not_found",
    message: "Sign in first.",
    status: 401,
  } as const
  if (userId === null || !read.success) return signInFirst
  const { session_id: sessionId, aal, amr } = read.data
  const account = await world.accounts.find(world.db, userId)
  const sessions = await world.accounts.sessions(world.db, userId)
  const session = sessions.find(({ id }) => id === sessionId)
  if (!account || !session) return signInFirst
  if (account.secured && aal !== "aal2")
    return {
      ok: false,
      code: "insufficient_aal",
      message: "First enter the code from your authenticator app.",
      status: 403,
    }
  const proofs = amr.flatMap((proof) => (typeof proof === "string" ? [] : [proof.timestamp * 1000]))
  const provenAt = proofs.length > 0 ? new Date(Math.max(...proofs)) : session.createdAt
  return { ok: true, value: { userId, sessionId, provenAt } }
}
