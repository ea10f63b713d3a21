/** Numbers in headline size, each with a label. */
export function Figures({ items }: { items: readonly { value: string; label: string; note?: string }[] }) {
  return (
    <dl className="grid grid-cols-2 border-t border-line lg:grid-cols-[repeat(4,auto)]">
      {items.map((item) => (
        <div
          key={item.label}
          className="flex flex-col-reverse justify-end border-b border-line py-6 pr-4 odd:border-r odd:pr-6 even:pl-6 lg:border-r lg:border-b-0 lg:px-6 lg:py-8 lg:first:pl-0 lg:last:border-r-0"
        >
          <dt className="mt-2 text-small text-muted">
            {item.label}
            {item.note && <span className="block text-label">{item.note}</span>}
          </dt>
          <dd className="display figures text-[min(clamp(1.5rem,0.6rem+4.4vw,4.5rem),8vw)] leading-none whitespace-nowrap">
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
