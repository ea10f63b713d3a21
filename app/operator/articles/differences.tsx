import type { differences } from "./difference.ts"

/** The changed fields of an article. Additions are underlined and removals struck, so that color is not needed. */
export function Differences({ changes }: { changes: ReturnType<typeof differences> }) {
  if (changes.length === 0) return <p className="text-small text-muted">They say the same.</p>
  return (
    <dl className="grid gap-4 text-small">
      {changes.map(({ label, pieces }) => (
        <div key={label}>
          <dt className="label text-muted">{label}</dt>
          <dd className="mt-1 whitespace-pre-wrap wrap-anywhere">
            {pieces.map(({ text, change }, index) => {
              const Tag = change === "new" ? "ins" : change === "gone" ? "del" : "span"
              const look = { new: "mx-1 bg-volt px-0.5 text-ink", gone: "text-muted", same: "" }[change]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are in a fixed order
                <Tag key={index} className={look}>
                  {text}
                </Tag>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
