import { TextField } from "./field.tsx"

/** Six digits from a mail or an authenticator app, with autofill on phones. Pasted spaces are allowed. */
export function CodeField({
  label,
  hint,
  name = "code",
  autoFocus,
}: {
  label: string
  hint?: string
  name?: string
  /** The code is the only thing to do on the page. */
  autoFocus?: true
}) {
  return (
    <TextField
      label={label}
      name={name}
      {...(hint ? { hint } : {})}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*\d{3}\s*\d{3}\s*"
      title="Six digits"
      maxLength={9}
      {...(autoFocus ? { autoFocus } : {})}
      required
    />
  )
}

/** Removes whitespace. */
export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, "")
}
