/** "Starting at $799", "$14.99/month", "$499+": large number, small words. */
export function Price({ text }: { text: string }) {
  const [, before, amount, after] = /^(\D*?)(\$?[\d.]+\+?|Free)(.*)$/.exec(text) ?? ["", "", text, ""]
  return (
    <p className="display figures text-section">
      {before && <span className="label mb-1 block text-muted">{before}</span>}
      {amount}
      {after && <span className="label ml-1.5 text-muted">{after}</span>}
    </p>
  )
}
