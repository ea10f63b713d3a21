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
import type { OwnAthlete } from "#domain/competition/account/account.ts"
import { Figure } from "../../../people/figure.tsx"
import { SelectField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { SaveButton } from "../competition/save-button.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

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

interface OwnFigureProps {
  athlete: OwnAthlete
  folded: boolean
  answered: Answered | undefined
}

/** The look of a member's drawn figure, used without a photo. Sport, kit and bib are fixed. */
export function OwnFigure({ athlete, folded, answered }: OwnFigureProps) {
  const [look, setLook] = useState(() => lookOf(athlete.look ?? ""))
  const choose = (change: Partial<Look>) => setLook({ ...look, ...change })
  const busy = useSending("figure")
  const isSaved = answered?.ok && lookText(look) === athlete.look
  return (
    <Setting
      id="figure"
      folded={folded}
      title="My figure"
      text="Shown when you have no photo. It shows the sport you upload most, in your own kit and with your own number. The rest is neutral until you choose."
    >
      <MemberForm name="figure" className="grid gap-5">
        <FormOutcome name="figure" answered={answered} {...(isSaved ? { saved: "Saved." } : {})} />
        <Figure
          figure={`${athlete.sport ?? "other"}.${lookText(look)}`}
          athlete={athlete.slug}
          large
          className="aspect-square w-48 max-w-full"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Hair"
            name="hair"
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
            name="hairColor"
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
            name="build"
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
                  value={index}
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
        <SaveButton busy={busy} />
      </MemberForm>
    </Setting>
  )
}
