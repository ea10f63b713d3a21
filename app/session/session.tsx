import type { AuthChangeEvent, Session, SupabaseClient, User } from "@supabase/supabase-js"
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react"
import { messages } from "#content/messages.ts"
import { dropSubscription } from "../phone/device-push.ts"
import { needsSecondFactor } from "./assurance.ts"
import { isSessionKey, keepsSession, markDocument } from "./kept.ts"
import { openClient } from "./open-client.ts"
import { endPageSession } from "./page-session.ts"
import { readRedirect } from "./redirected.ts"
import { nobody, type SessionState, sessionReducer, unknown } from "./state.ts"
import { useSessionCheck } from "./use-session-check.ts"

interface AuthState extends SessionState {
  user: User | null
  /** The account has a second factor not verified in this session. */
  needsSecondFactor: boolean
  /** Why the link that led here failed, as a message; null again after signing in. */
  linkProblem: string | null
  reportLinkProblem(problem: string): void
  /** The official client, loaded on the first call. Rejects when the backend is unreachable. */
  client(): Promise<SupabaseClient>
  /** Signs out on every device ("local": only this one); locally even without a network. */
  signOut(scope?: "global" | "local"): Promise<void>
}

const AuthContext = createContext<AuthState | null>(null)

/** The session, on any page. */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error(messages.auth_provider_missing)
  return auth
}

/**
 * Holds the session of the document. The client is loaded when this browser stores a session, when a mailed link has
 * one, when another tab signs in, or when a page requests it; other visits never load it.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, unknown)
  const [linkProblem, reportLinkProblem] = useState<string | null>(null)
  const opening = useRef<Promise<SupabaseClient> | null>(null)

  const client = useCallback(() => {
    const onEvent = (event: AuthChangeEvent, session: Session | null) => dispatch({ event, session })
    opening.current ??= openClient(onEvent).catch((error) => {
      // The next call tries again.
      opening.current = null
      dispatch(nobody)
      throw error
    })
    return opening.current
  }, [])

  useEffect(() => {
    const open = () => void client().catch(() => {})
    if (keepsSession() || readRedirect(new URL(location.href)).session) open()
    // Low priority, so user input goes first.
    else startTransition(() => dispatch(nobody))
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (isSessionKey(key) && newValue !== null && !opening.current) open()
    }
    addEventListener("storage", onStorage)
    return () => {
      removeEventListener("storage", onStorage)
      void opening.current?.then(({ auth }) => auth.dispose()).catch(() => {})
      opening.current = null
    }
  }, [client])

  const { session, loading } = state
  useEffect(() => {
    if (!loading) markDocument(session !== null)
    if (session) reportLinkProblem(null)
  }, [session, loading])

  useSessionCheck(session !== null, client)

  const signOut = useCallback(
    async (scope: "global" | "local" = "global") => {
      // Signing out at the account service ends this session as well, but only if the service can be reached.
      void endPageSession().catch(() => {})
      // Whoever signs in next on this device is another member. The server ends the subscription with the session.
      void dropSubscription().catch(() => {})
      const opened = await client().catch(() => null)
      const refused = await opened?.auth.signOut({ scope })
      if (refused?.error) await opened?.auth.signOut({ scope: "local" })
    },
    [client],
  )

  const value = useMemo(
    () => ({
      ...state,
      user: state.session?.user ?? null,
      needsSecondFactor: needsSecondFactor(state.session),
      linkProblem,
      reportLinkProblem,
      client,
      signOut,
    }),
    [state, linkProblem, client, signOut],
  )
  return <AuthContext value={value}>{children}</AuthContext>
}
