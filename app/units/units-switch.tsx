import { rememberUnits, type Units } from "./units.ts"
import { useUnits } from "./use-units.ts"

const choices: readonly { units: Units; label: string }[] = [
  { units: "imperial", label: "Miles" },
  { units: "metric", label: "Kilometers" },
]

/** Miles or kilometers, for every page of this browser. Until scripts run, the region decides. */
export function UnitsSwitch() {
  const units = useUnits()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 text-small">
      <legend className="sr-only">Distances in</legend>
      {choices.map((choice) => (
        <button
          key={choice.units}
          type="button"
          aria-pressed={units === choice.units}
          disabled={units === null}
          onClick={() => rememberUnits(choice.units)}
          className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center px-2 decoration-2 underline-offset-4 aria-pressed:font-bold aria-pressed:underline"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
