import { createTurns } from "#primitives/turns.ts"
import type { Caller, IdentifyToken } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { Refusal } from "../refusal.ts"
import { createRefresh } from "./refresh.ts"
import { everything, type Rights, readRights } from "./rights.ts"
import type { Room } from "./rooms.ts"
import { callerOfToken } from "./token.ts"

/** The identity and the rights of a channel's member, from joining to leaving. */
interface Authorization {
  caller(): Caller
  rights(): Rights
  /** Starts refusing expired tokens. */
  watchExpiry(): void
  /** Handles a token that the client sent after joining. */
  offer(token: string): Promise<void>
  /** Evaluates the policies again. */
  recheck(): Promise<void>
  /**
   * Refuses a token that is no longer valid, such as one whose session has ended. Resolves to whether it is valid;
   * rejects while that cannot be determined.
   */
  recheckToken(): Promise<boolean>
  end(): void
}

interface AuthorizationOptions {
  room: Room
  /** The token sent with the join; without one, the socket's caller is used. */
  token: string | null
  socket: { caller: Caller; identify: IdentifyToken }
  /** Called when the caller or the rights have changed. */
  onTaken(): void
  /** Called when the member may no longer be in the channel. */
  onRefused(refusal: Refusal): Promise<void>
}

/** The maximum of a timer; later expiries are found by `recheck`. */
const longestTimerMs = 2 ** 31 - 1

/** Evaluates the policies of a private channel. Throws a refusal if the caller may not join. */
export async function authorizeMember(
  realtime: Pick<Realtime, "db" | "turn" | "now" | "log" | "limits">,
  { room, token, socket, onTaken, onRefused }: AuthorizationOptions,
): Promise<Authorization> {
  const alone = createTurns(1)
  let expiry: NodeJS.Timeout | undefined
  let hasEnded = false
  /** The token that identifies the caller. */
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

  /** Checked when its turn comes: rights of an earlier caller must not replace those of a later one. */
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
        // A newer one may have arrived in the meantime.
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
