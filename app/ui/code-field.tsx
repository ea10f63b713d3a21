import { TextField } from "./field.tsx"

/** Six digits from a mail or an authenticator app, which phones offer to fill in. Pasted blanks are taken. */
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

/** What was meant: the digits alone. */
export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, "")
}
