import { TextField } from "./field.tsx"

/** Six digits from a mail or an authenticator app, with autofill on phones. Pasted spaces are allowed. */
export function CodeField({ label, hint, name = "code" }: { label: string; hint?: string; name?: string }) {
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
      required
    />
  )
}

/** Removes whitespace. */
export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, "")
}
