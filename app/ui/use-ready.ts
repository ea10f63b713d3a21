import { useSyncExternalStore } from "react"

const never = () => () => {}

/** False on the server and until hydration: a control that only a script can answer is disabled until then. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
