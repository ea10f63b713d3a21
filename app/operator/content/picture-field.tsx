import type { Control } from "#content/words/kind.ts"
import { Line } from "../frame/fields.tsx"

/** A picture with its alternative text: the one that is there, and a file that replaces it. */
export function PictureField({
  control: { name, label, optional },
  value,
  problem,
}: {
  control: Control
  value: unknown
  problem: string | undefined
}) {
  const picture = value as { src?: string; alt?: string } | undefined
  return (
    <fieldset className="grid gap-2 border-t border-line pt-3">
      <legend className="text-muted">
        {label}
        {optional && " (optional)"}
      </legend>
      {picture?.src && (
        <div className="flex flex-wrap items-center gap-4">
          <img src={picture.src} alt={picture.alt} className="h-24 w-auto border border-line" />
          {optional && (
            <label className="inline-flex min-h-11 items-center gap-2">
              <input type="checkbox" name={`${name}-remove`} value="yes" className="size-5" />
              Remove it
            </label>
          )}
        </div>
      )}
      <label>
        <span className="block text-label text-muted">
          JPEG, PNG, WebP or HEIC. We shrink it and remove where it was taken. The preview shows it once it is
          saved.
        </span>
        <input
          type="file"
          name={name}
          accept="image/jpeg,image/png,image/webp,image/heic,image/avif"
          className="mt-1 block min-h-11 w-full py-2"
        />
      </label>
      <Line
        label="What it shows, for people who cannot see it"
        name={`${name}-alt`}
        maxLength={300}
        defaultValue={picture?.alt ?? ""}
        aria-invalid={problem ? true : undefined}
      />
      {problem && <p className="font-semibold text-danger">{problem}</p>}
    </fieldset>
  )
}
