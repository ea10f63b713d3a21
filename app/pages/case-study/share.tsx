/** `of` marks, the first `count` of them bright. */
export function Share({ count, of, caption }: { count: number; of: number; caption: string }) {
  return (
    <figure className="min-w-0">
      <ul aria-hidden className="flex flex-wrap gap-2">
        {Array.from({ length: of }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks are identical
            key={index}
            className={`size-[clamp(1.75rem,3.2vw,3rem)] rounded-full ${index < count ? "border-2 border-ink bg-volt" : "border-2 border-text opacity-60"}`}
          />
        ))}
      </ul>
      <figcaption className="mt-5 max-w-[52ch] text-small text-muted">
        <strong className="figures text-text">
          {count} of {of}
        </strong>{" "}
        {caption}
      </figcaption>
    </figure>
  )
}
