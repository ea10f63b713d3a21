import { type ComponentProps, useState } from "react"
import { controlClass, type FieldProps, Labelled } from "./field.tsx"
import { useReady } from "./use-ready.ts"

/** A password field with a show/hide toggle. The label names only the field, so that queries find it. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "type">) {
  const ready = useReady()
  const [shown, setShown] = useState(false)
  return (
    <Labelled label={label} hint={hint} error={error} required={input.required} className={className}>
      {(ids) => (
        <div className="relative">
          <input
            {...input}
            {...ids}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} pr-20`}
          />
          <button
            type="button"
            disabled={!ready}
            aria-pressed={shown}
            aria-controls={ids.id}
            onClick={() => setShown(!shown)}
            className="label absolute inset-y-0 right-0 min-w-16 cursor-pointer px-4 underline disabled:cursor-default disabled:text-muted disabled:no-underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Labelled>
  )
}
