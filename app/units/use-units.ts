import { useSyncExternalStore } from "react"
import { shownUnits, type Units, unitsEvent } from "./units.ts"

/** The units in which the document shows distances, as they change; null until scripts run. */
export function useUnits(): Units | null {
  return useSyncExternalStore(subscribe, shownUnits, () => null)
}

function subscribe(listener: () => void): () => void {
  addEventListener(unitsEvent, listener)
  return () => removeEventListener(unitsEvent, listener)
}
