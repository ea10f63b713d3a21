import { tieText } from "#content/ties.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { SelectField, TextField } from "../../../ui/field.tsx"
import { preferredUnits } from "../../../units.ts"

/** As typed: a form that comes back may hold anything. */
interface Said {
  displayName: string
  visibility: string
  units: string
  timeZone: string
  declaredTie: boolean
}

const nameLabel = "Name on the boards"

/** Defaults from the browser's settings. */
export function guessed(fullName: string): Said {
  return {
    displayName: fullName,
    visibility: "public",
    units: preferredUnits(),
    declaredTie: false,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/**
 * The member's name, visibility, units and time zone, and whether they cannot win.
 * @param zones those to choose from; a page that is rendered by the server hands on the server's, which a browser may not have
 */
export function MembershipFields(props: { said: Said; zones?: readonly string[] }) {
  const { said, zones = Intl.supportedValuesOf("timeZone") } = props
  const choices = zones.includes(said.timeZone) ? zones : [said.timeZone, ...zones]
  return (
    <>
      <TextField
        label={nameLabel}
        name="displayName"
        defaultValue={said.displayName}
        autoComplete="nickname"
        maxLength={60}
        required
      />
      <SelectField label="Who can see me" name="visibility" defaultValue={said.visibility} required>
        <option value="public">Everybody</option>
        <option value="members">Members of the competition</option>
        <option value="hidden">Nobody: keep my place, hide my name</option>
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Distances in" name="units" defaultValue={said.units} required>
          <option value="metric">Kilometers</option>
          <option value="imperial">Miles</option>
        </SelectField>
        <SelectField
          label="Time zone"
          name="timeZone"
          defaultValue={said.timeZone}
          hint="For files that do not record your local time."
          required
        >
          {choices.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        id="declared-tie"
        name="declaredTie"
        value="on"
        defaultChecked={said.declaredTie}
        label={tieText}
      />
    </>
  )
}

/** The fields as function input, or a sentence about the name that cannot be taken. */
export function membershipIn(form: FormData) {
  const names = ["displayName", "visibility", "units", "timeZone"]
  const texts = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? "").trim()]))
  const problem = nameProblem(texts.displayName ?? "")
  return {
    input: { ...texts, declaredTie: form.has("declaredTie") },
    problem: problem && `${nameLabel} ${problem}`,
  }
}
