import { useState } from "react"
import {
  builds,
  type Hair,
  hairColors,
  hairs,
  type Look,
  lookOf,
  lookText,
  skins,
} from "#content/figures/looks.ts"
import { Figure } from "../../../people/figure.tsx"
import { useFunctions } from "../../../session/use-functions.ts"
import { SelectField } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { useSubmit } from "../../../use-submit.ts"
import { SaveButton } from "../competition/save-button.tsx"
import type { OwnAthlete } from "../use-athlete.ts"
import { useRefresh } from "../use-rows.ts"

const hairNames: Record<Hair, string> = {
  none: "As drawn, none",
  short: "Short",
  bun: "Bun",
  tail: "Ponytail",
  long: "Long",
  curls: "Curls",
  cap: "Cap",
  scarf: "Headscarf",
  turban: "Turban",
}

/** The look of a member's drawn figure, used without a photo. Sport, kit and bib are fixed. */
export function OwnFigure({ athlete, folded }: { athlete: OwnAthlete; folded: boolean }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const [look, setLook] = useState(() => lookOf(athlete.look ?? ""))
  const [saved, setSaved] = useState(false)
  const submission = useSubmit(async () => {
    const answer = await call("change-membership", { look: lookText(look) })
    if (!answer.ok) return answer.message
    setSaved(true)
    await refresh()
    return null
  })
  const choose = (change: Partial<Look>) => {
    setSaved(false)
    setLook({ ...look, ...change })
  }
  return (
    <Setting
      id="figure"
      folded={folded}
      title="My figure"
      text="Shown when you have no photo. It shows the sport you upload most, in your own kit and with your own number. The rest is neutral until you choose."
    >
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {saved && !submission.busy && <Notice kind="done">Saved.</Notice>}
        <Figure
          figure={`${athlete.sport ?? "other"}.${lookText(look)}`}
          athlete={athlete.slug}
          large
          className="aspect-square w-48 max-w-full"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Hair"
            value={look.hair}
            onChange={(event) => choose({ hair: event.currentTarget.value as Hair })}
          >
            {hairs.map((hair) => (
              <option key={hair} value={hair}>
                {hairNames[hair]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Hair color"
            value={look.hairColor}
            onChange={(event) => choose({ hairColor: Number(event.currentTarget.value) })}
          >
            {hairColors.map(([name], index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Build"
            value={look.build}
            onChange={(event) => choose({ build: Number(event.currentTarget.value) })}
          >
            {builds.map(([name], index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset>
          <legend className="label">Skin</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {[null, ...skins].map((color, index) => (
              <label
                key={color ?? "drawn"}
                className="relative grid size-11 cursor-pointer place-items-center border-2 border-line has-checked:border-text has-focus-visible:outline-3"
                style={{ background: color ?? undefined }}
              >
                <input
                  type="radio"
                  name="skin"
                  checked={look.skin === index}
                  onChange={() => choose({ skin: index })}
                  className="sr-only"
                />
                {!color && <span aria-hidden>–</span>}
                <span className="sr-only">{color ? `Tone ${index} of ${skins.length}` : "As drawn"}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <SaveButton busy={submission.busy} />
      </form>
    </Setting>
  )
}
