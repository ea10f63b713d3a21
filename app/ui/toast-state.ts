/** One message to the visitor. */
export interface ToastMessage {
  title: string
  description?: string
  variant?: "default" | "destructive"
}

export interface ToastEntry extends ToastMessage {
  id: number
  /** False once dismissed; the entry is removed after the removal delay. */
  open: boolean
}

type ToastAction =
  | { type: "add"; toast: ToastEntry }
  | { type: "dismiss"; id: number }
  | { type: "remove"; id: number }

/** Maximum number on screen; a newer one replaces the oldest. */
const visibleToasts = 1

/** The toasts after one action, newest first. */
export function toastReducer(toasts: readonly ToastEntry[], action: ToastAction): readonly ToastEntry[] {
  switch (action.type) {
    case "add":
      return [action.toast, ...toasts].slice(0, visibleToasts)
    case "dismiss":
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast))
    case "remove":
      return toasts.filter((toast) => toast.id !== action.id)
  }
}
