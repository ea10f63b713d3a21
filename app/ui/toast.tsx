import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from "react"
import { type ToastMessage, toastReducer } from "./toast-state.ts"

interface Toasts {
  /** Shows a message, replacing any other; returns a function that dismisses it. */
  toast(message: ToastMessage): () => void
}

// Most visits never show a toast: its renderer loads with the first.
const Toaster = lazy(() => import("./toaster.tsx"))

const ToastContext = createContext<Toasts | null>(null)

/** Shows messages to the visitor from anywhere on the page. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error("useToast must be used within a ToastProvider")
  return toasts
}

/**
 * Holds the toasts of the page.
 * @param removeDelayMs how long a dismissed toast is kept before it is removed
 */
export function ToastProvider({ removeDelayMs, children }: { removeDelayMs: number; children: ReactNode }) {
  const [toasts, dispatch] = useReducer(toastReducer, [])
  const lastId = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const dismiss = useCallback(
    (id: number) => {
      dispatch({ type: "dismiss", id })
      const timer = setTimeout(() => {
        timers.current.delete(timer)
        dispatch({ type: "remove", id })
      }, removeDelayMs)
      timers.current.add(timer)
    },
    [removeDelayMs],
  )

  const toast = useCallback(
    (message: ToastMessage) => {
      lastId.current += 1
      const id = lastId.current
      dispatch({ type: "add", toast: { ...message, id, open: true } })
      return () => dismiss(id)
    },
    [dismiss],
  )

  const value = useMemo(() => ({ toast }), [toast])

  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])

  return (
    <ToastContext value={value}>
      {children}
      {toasts.length > 0 && (
        <Suspense>
          <Toaster toasts={toasts} dismiss={dismiss} />
        </Suspense>
      )}
    </ToastContext>
  )
}
