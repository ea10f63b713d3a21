import type { metrics as allMetrics } from "#content/races.ts"
import { Button } from "../../ui/button.tsx"
import { Area, Check, Choice } from "../frame/fields.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"
import type { RaceDraft } from "./read-race-form.ts"

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

interface RaceFormProps {
  draft: RaceDraft
  kinds: readonly { value: string; label: string }[]
  metrics: typeof allMetrics
  /** Once it has begun, its rule is fixed. */
  begun: boolean
  /** Whether it has days of its own, and not those of a season. */
  hasDates: boolean
  save: { value: string; label: string }
}

/** The form of a side race. "Preview" shows its table as it would have been last season, and saves nothing. */
export function RaceForm({ draft, kinds, metrics, begun, hasDates, save }: RaceFormProps) {
  const isChange = save.value === "change"
  return (
    <PressForm className="grid gap-4 text-small" key={JSON.stringify(draft)}>
      {isChange ? (
        <input type="hidden" name="name" value={draft.name} />
      ) : (
        <Text label="Address, such as weekend-climb" name="name" value={draft.name} most={60} />
      )}
      <Text label="Title" name="title" value={draft.title} most={60} />
      <Area
        label="What it is about, in a sentence or two"
        name="words"
        rows={2}
        maxLength={240}
        defaultValue={draft.words}
      />
      {begun ? (
        <Fixed draft={draft} />
      ) : (
        <>
          {hasDates && (
            <div className="grid gap-3 sm:grid-cols-2">
              <Text label="First day" name="fromOn" value={draft.fromOn} date />
              <Text label="Last day" name="toOn" value={draft.toOn} date />
            </div>
          )}
          <Choice label="What counts" name="metric" defaultValue={draft.metric}>
            {Object.entries(metrics).map(([metric, { name, unit }]) => (
              <option key={metric} value={metric}>
                {name.toLowerCase() === unit ? name : `${name} (${unit})`}
              </option>
            ))}
          </Choice>
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice label="Who enters" name="entrants" defaultValue={draft.entrants}>
              <option value="athletes">Each athlete</option>
              <option value="teams">Drawn teams</option>
              <option value="captains">Teams that members found, without a prize</option>
              <option value="together">Everybody together, toward a goal</option>
            </Choice>
            <Text label="Members of a drawn team, about" name="teamSize" value={draft.teamSize} number />
            <Text
              label="Goal of everybody, or of each team, in the unit of what counts"
              name="target"
              value={draft.target}
              number
            />
            <Text label="Most a day (empty: no limit)" name="capADay" value={draft.capADay} number />
            <Text
              label="Best days of each week (empty: all)"
              name="daysAWeek"
              value={draft.daysAWeek}
              number
            />
            <Text
              label="Moving minutes for an active day or a kind"
              name="leastMinutes"
              value={draft.leastMinutes}
              number
            />
            <Text label="Days for a place" name="leastDays" value={draft.leastDays} number />
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Text
              label="Prize for each of the first team, if any"
              name="prize"
              value={draft.prize}
              most={200}
            />
            <Text label="Number of these prizes, at most" name="mostPrizes" value={draft.mostPrizes} number />
          </div>
          <fieldset>
            <legend className="text-muted">Only these days of the week (none: all)</legend>
            <div className="mt-1 flex flex-wrap gap-x-4">
              {days.map((day, index) => (
                <Check
                  key={day}
                  label={day}
                  name="weekdays"
                  value={String(index + 1)}
                  defaultChecked={draft.weekdays.includes(index + 1)}
                />
              ))}
            </div>
          </fieldset>
          <details open={draft.kinds.length > 0}>
            <summary className="min-h-11 cursor-pointer py-2 text-muted">Only some kinds of activity</summary>
            <div className="flex flex-wrap gap-x-4">
              {kinds.map(({ value, label }) => (
                <Check
                  key={value}
                  label={label}
                  name="kinds"
                  value={value}
                  checked={draft.kinds.some((kind) => kind === value)}
                />
              ))}
            </div>
          </details>
          <Check
            label="Only athletes without an earlier season"
            name="newcomers"
            value="yes"
            defaultChecked={draft.newcomers}
          />
        </>
      )}
      <div className="flex flex-wrap gap-x-6">
        <Check label="Show it on the leaderboard" name="listed" value="yes" defaultChecked={draft.listed} />
        <Check label="Repeat it next season" name="repeats" value="yes" defaultChecked={draft.repeats} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="do" value={save.value}>
          {save.label}
        </Button>
        {!begun && (
          <Button type="submit" name="do" value="preview" look="quiet">
            Preview on last season
          </Button>
        )}
      </div>
    </PressForm>
  )
}

/** The fields that cannot change anymore, sent as they are. */
function Fixed({ draft }: { draft: RaceDraft }) {
  const {
    metric,
    capADay,
    daysAWeek,
    leastMinutes,
    leastDays,
    entrants,
    fromOn,
    toOn,
    teamSize,
    target,
    prize,
    mostPrizes,
  } = draft
  return (
    <>
      {Object.entries({
        metric,
        capADay,
        daysAWeek,
        leastMinutes,
        leastDays,
        entrants,
        fromOn,
        toOn,
        teamSize,
        target,
        prize,
        mostPrizes,
      }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {draft.newcomers && <input type="hidden" name="newcomers" value="yes" />}
      {draft.kinds.map((kind) => (
        <input key={kind} type="hidden" name="kinds" value={kind} />
      ))}
      {draft.weekdays.map((day) => (
        <input key={day} type="hidden" name="weekdays" value={day} />
      ))}
      <p className="text-muted">It has begun, so its rule is fixed.</p>
    </>
  )
}
