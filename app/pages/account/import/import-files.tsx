import { useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { importLimits } from "#content/import-limits.ts"
import { importAccept } from "#content/phone.ts"
import type { OwnAccount } from "#domain/competition/account/account.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { useReady } from "../../../ui/use-ready.ts"
import { Part } from "../part.tsx"
import { droppedFiles } from "./dropped-files.ts"
import { FromYourWatch } from "./from-your-watch.tsx"
import { ImportProgress } from "./import-progress.tsx"
import { useSend } from "./use-send.ts"
import { useWaiting } from "./use-waiting.ts"
import { importOf, isShownByImport } from "./waiting-import.ts"
import { WaitingList } from "./waiting-list.tsx"

/** The id of the field that chooses files. */
export const filePicker = "import-picker"

/**
 * Imports activity files, and shows the status of imports, including earlier ones.
 * @param shared files came from the phone's share menu: their status is shown first
 */
export function ImportFiles(props: Pick<OwnAccount, "imports" | "sources"> & { shared: boolean }) {
  const { shared, imports: rows, sources } = props
  const ready = useReady()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { start, send, busy, sending, problem } = useSend()
  const { waiting, cutOff, take, drop } = useWaiting(send)
  const [params] = useSearchParams()
  const progress = (
    <div className="grid gap-5">
      {problem && <Notice kind="problem">{problem}</Notice>}
      {params.get("sharing") === "failed" && (
        <Notice kind="problem">
          We could not store what you shared on this device. Choose the files here.
        </Notice>
      )}
      <WaitingList
        waiting={waiting.filter((batch) => !isShownByImport(batch, rows, cutOff))}
        busy={busy}
        onTake={(batch) => void take(batch)}
        onDrop={(batch) => void drop(batch)}
      />
      {sources.files.usedUp && (
        <Notice kind="info">
          Your {importLimits.keptBytesPerAthlete / 1e9} GB for original files are full. New recordings still
          count, but we no longer keep their files. The ones already here stay.
        </Notice>
      )}
      {rows.map((one, index) => (
        <ImportProgress
          key={one.id}
          row={one}
          sending={sending?.importId === one.id ? sending : null}
          waits={waiting.some((batch) => importOf(batch, rows) === one)}
          latest={index === 0}
        />
      ))}
    </div>
  )
  return (
    <Part
      id="import"
      title="Import activities"
      text="FIT, GPX or TCX files from a watch or app, or a whole export as a .zip."
    >
      {shared && <div className="mb-5">{progress}</div>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void droppedFiles(event.dataTransfer).then(start)
        }}
        className={`grid justify-items-center gap-3 rounded-card border-2 border-dashed px-5 py-9 text-center ${over ? "border-text bg-raised" : "border-line"}`}
      >
        <p className="display text-card pointer-coarse:hidden">
          {over ? "Drop to import" : "Drop files or folders here"}
        </p>
        <input
          ref={picker}
          id={filePicker}
          type="file"
          multiple
          hidden
          aria-label="Files to import"
          accept={importAccept}
          onChange={(event) => {
            void start([...(event.target.files ?? [])])
            // Allow selecting the same file.
            event.target.value = ""
          }}
        />
        <Button
          look="plain"
          disabled={!ready}
          aria-disabled={busy || undefined}
          onClick={() => busy || picker.current?.click()}
        >
          {busy ? "Sending…" : "Choose files"}
        </Button>
        <p className="text-small text-muted">
          {busy
            ? "Keep this page open until everything is sent. We read whatever arrives, even if you close it."
            : "A file sent twice counts once. If you are offline, files wait on this device."}
        </p>
      </div>
      <noscript>
        <p className="mt-3">Choosing files needs JavaScript, which is turned off in this browser.</p>
      </noscript>
      <FromYourWatch services={sources.services} />
      {!shared && <div className="mt-5">{progress}</div>}
    </Part>
  )
}
