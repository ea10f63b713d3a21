/** Links to the payment page, in case the new tab was lost. */
export function OpenedNote({ url }: { url: string | null }) {
  return (
    <p role="status" className={url ? "mt-3 text-small text-muted" : ""}>
      {url && (
        <>
          The payment page is open in a new tab.{" "}
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="text-text underline underline-offset-4"
          >
            Open it again
          </a>
        </>
      )}
    </p>
  )
}
