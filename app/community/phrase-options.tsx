import { cheerPhrases } from "#content/cheers.ts"

/** The few words that can go with a cheer, as the options of a select. */
export function PhraseOptions() {
  return (
    <>
      <option value="">Without words</option>
      {Object.entries(cheerPhrases).map(([phrase, text]) => (
        <option key={phrase} value={phrase}>
          {text}
        </option>
      ))}
    </>
  )
}
