import { createTurns } from "#primitives/turns.ts"
import type { Caller, IdentifyToken } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { Refusal } from "../refusal.ts"
import { createRefresh } from "./refresh.ts"
import { everything, type Rights, readRights } from "./rights.ts"
import type { Room } from "./rooms.ts"
import { callerOfToken } from "./token.ts"

/** Who the member of a channel is and what it may, from joining to its end. */
interface Authorization {
  caller(): Caller
  rights(): Rights
  /** From here on an expired token is refused. */
  watchExpiry(): void
  /** A token that the client sent after joining. */
  offer(token: string): Promise<void>
  /** Reads the policies again. */
  recheck(): Promise<void>
  /**
   * Refuses a token that no longer counts, such as one whose session has ended. Answers whether it counts; rejects while that cannot
   * be found out.
   */
  recheckToken(): Promise<boolean>
  end(): void
}

interface AuthorizationOptions {
  room: Room
  /** What the channel is joined with; without one the socket's caller counts. */
  token: string | null
  socket: { caller: Caller; identify: IdentifyToken }
  /** Another caller, or other rights, count from now on. */
  onTaken(): void
  /** The member may no longer be in the channel. */
  onRefused(refusal: Refusal): Promise<void>
}

/** Timers cannot wait longer; recheck looks again anyway. */
const longestTimerMs = 2 ** 31 - 1

/** Reads the policies of a private channel. Throws the refusal of who may not join. */
export async function authorizeMember(
  realtime: Pick<Realtime, "db" | "turn" | "now" | "log" | "limits">,
  { room, token, socket, onTaken, onRefused }: AuthorizationOptions,
): Promise<Authorization> {
  const alone = createTurns(1)
  let expiry: NodeJS.Timeout | undefined
  let hasEnded = false
  /** The token that names the caller. */
  let current = token
  let caller = await identify(token)
  let rights = await ask(caller)

  function identify(text: string | null) {
    return callerOfToken(text, socket.caller, socket.identify)
  }
  async function ask(asking: Caller): Promise<Rights> {
    if (!room.private) return everything
    const granted = await readRights(realtime, asking, room.topic)
    if (!granted.read.broadcast && !granted.read.presence)
      throw new Refusal(
        "Unauthorized",
        `You do not have permissions to read from this Channel topic: ${room.topic}`,
      )
    return granted
  }

  /** At its turn: what an earlier caller may do must not come back after a later one was asked for. */
  async function take(next: () => string | null = () => current) {
    try {
      await alone(async () => {
        const text = next()
        const asking = text === current ? caller : await identify(text)
        const granted = await ask(asking)
        if (hasEnded) return
        current = text
        caller = asking
        rights = granted
        onTaken()
        watchExpiry()
      })
    } catch (error) {
      if (error instanceof Refusal) return onRefused(error)
      const told = error instanceof Error ? error.message : "unknown"
      realtime.log.error({ error: told }, "A channel could not be checked")
    }
  }
  const refresh = createRefresh({
    pauseMs: realtime.limits.tokenPauseMs,
    first: token,
    take: (text) => take(() => text),
  })
  function watchExpiry() {
    clearTimeout(expiry)
    const { exp } = caller.claims
    if (typeof exp !== "number") return
    const left = exp * 1000 - realtime.now().getTime()
    expiry = setTimeout(() => void expire(), Math.min(Math.max(left, 0), longestTimerMs)).unref()
  }
  async function expire() {
    if (!(await refresh.takeHeld())) await onRefused(new Refusal("InvalidJWTToken", "Token has expired"))
  }

  return {
    caller: () => caller,
    rights: () => rights,
    watchExpiry,
    offer: refresh.offer,
    recheck: () => take(),
    async recheckToken() {
      const checked = current
      try {
        await identify(checked)
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // A newer one may have come meanwhile.
        if (checked !== current || hasEnded) return true
        await onRefused(
          error.code === "JwtSignatureError"
            ? new Refusal("InvalidJWTToken", "The session of the token has ended")
            : error,
        )
        return false
      }
    },
    end() {
      hasEnded = true
      clearTimeout(expiry)
      refresh.end()
    },
  }
}
