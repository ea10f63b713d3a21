import { Panel } from "../frame/page.tsx"

/** How people get in: the address and its code, for a poster or a phone that is held up. */
export function InvitePanel({ address }: { address: string }) {
  return (
    <Panel title="Invite people">
      <div className="flex flex-wrap items-center gap-5 text-small">
        <a href="/join/code.svg" target="_blank" rel="noreferrer">
          <img
            src="/join/code.svg"
            alt="QR code that leads to the page where people join. Opens alone, to be printed"
            width={144}
            height={144}
            className="aspect-square w-36 bg-white"
          />
        </a>
        <p className="min-w-0 max-w-[34ch]">
          Whoever scans it sees what can be won, and joins. Open it to print it.
          <a href={address} className="block py-2 font-mono wrap-anywhere">
            {address}
          </a>
        </p>
      </div>
    </Panel>
  )
}
