import { useSyncExternalStore } from "react"

const never = () => () => {}

/** False on the server and until hydration: controls that need a script are disabled until then. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
