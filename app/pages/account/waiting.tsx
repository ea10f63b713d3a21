/** Shown while a page of the account finds out who is here. @param withoutScripts what to do where none run */
export function Waiting({ withoutScripts }: { withoutScripts: string }) {
  return (
    <div role="status" className="min-h-[50svh] pt-8">
      <p className="text-muted">One moment…</p>
      <noscript>
        <p className="mt-3">{withoutScripts}</p>
      </noscript>
    </div>
  )
}
