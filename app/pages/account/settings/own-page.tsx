import { kindWords } from "#content/activity-kinds.ts"
import { namedSports, ownPageRule } from "#content/own-page.ts"
import type { OwnPage } from "#domain/community/own-page.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { TextField } from "../../../ui/field.tsx"
import type { Typed } from "../member-action.ts"

const choices = [
  ["showsCalendar", "Show my active days of the last year"],
  ["showsMilestones", "Show my milestones, without the names of activities"],
  ["showsTrained", "Show members that I trained today, without when and what"],
  ["showsComing", "Show members for which sessions I have a spot"],
  ["takesComments", "Members can comment on my days"],
] as const

/** The fields of what a member says and shows about themselves. */
export function OwnPageFields({ page }: { page: OwnPage }) {
  return (
    <>
      <TextField
        label="A line about you"
        name="words"
        dir="auto"
        defaultValue={page.words}
        hint={`In your own words, up to ${ownPageRule.words} characters.`}
      />
      <TextField
        label="Home region"
        name="region"
        autoComplete="off"
        defaultValue={page.region}
        hint="A city, a region or a country, as wide as you like. Never an address."
      />
      <fieldset>
        <legend className="label">
          My sports<span className="ml-2 font-normal text-muted">up to {ownPageRule.sports}</span>
        </legend>
        <div className="mt-1.5 grid grid-cols-2 gap-x-6">
          {namedSports.map((kind) => (
            <CheckField
              key={kind}
              id={`sport-${kind}`}
              name={`sport-${kind}`}
              value="on"
              defaultChecked={page.sports.includes(kind)}
              label={kindWords[kind].noun}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="grid">
        <legend className="label">What my page shows</legend>
        {choices.map(([name, label]) => (
          <CheckField
            key={name}
            id={`page-${name}`}
            name={name}
            value="on"
            defaultChecked={page[name]}
            label={label}
          />
        ))}
      </fieldset>
    </>
  )
}

/** What was typed into them. */
export function ownPageIn(typed: Typed): OwnPage {
  const has = (name: string) => typed[name] !== undefined
  return {
    words: typed.words ?? "",
    region: typed.region ?? "",
    sports: namedSports.filter((kind) => has(`sport-${kind}`)),
    showsCalendar: has("showsCalendar"),
    showsMilestones: has("showsMilestones"),
    showsTrained: has("showsTrained"),
    showsComing: has("showsComing"),
    takesComments: has("takesComments"),
  }
}
