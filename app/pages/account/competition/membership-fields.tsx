import { tieText } from "#content/ties.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { SelectField, TextField } from "../../../ui/field.tsx"
import { profileLabels } from "./profile-labels.ts"

/** As typed: a form that is shown again may contain anything. */
interface Said {
  displayName: string
  visibility: string
  units: string
  timeZone: string
  declaredTie: boolean
}

/**
 * The member's name, visibility, units and time zone, and whether they cannot win.
 * @param zones those to choose from: the server's, which a browser may not have
 */
export function MembershipFields({ said, zones }: { said: Said; zones: readonly string[] }) {
  const choices = zones.includes(said.timeZone) ? zones : [said.timeZone, ...zones]
  return (
    <>
      <TextField
        label={profileLabels.displayName}
        name="displayName"
        defaultValue={said.displayName}
        autoComplete="nickname"
        maxLength={60}
        required
      />
      <SelectField label={profileLabels.visibility} name="visibility" defaultValue={said.visibility} required>
        <option value="public">Everybody</option>
        <option value="members">Members of the competition</option>
        <option value="hidden">Nobody: keep my place, hide my name</option>
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label={profileLabels.units} name="units" defaultValue={said.units} required>
          <option value="metric">Kilometers</option>
          <option value="imperial">Miles</option>
        </SelectField>
        <SelectField
          label={profileLabels.timeZone}
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
