import type { OwnImport } from "#domain/competition/account/imports.ts"
import type { WaitingFiles } from "../../../phone/waiting-files.ts"

/**
 * Finds the import of files that wait on this device. Its row may arrive before the response to the announcement: then
 * it is the one with the same files that has received nothing yet, as on the server.
 */
export function importOf({ begun, files }: WaitingFiles, rows: readonly OwnImport[]): OwnImport | undefined {
  if (begun) return rows.find(({ id }) => id === begun.importId)
  const sizes = files.map(({ size }) => size).join()
  return rows.find(
    ({ isFinished, uploads }) =>
      !isFinished &&
      uploads.every(({ isReceived }) => !isReceived) &&
      uploads.map(({ size }) => size).join() === sizes &&
      uploads[0]?.name === files[0]?.name,
  )
}

/**
 * Whether the import already shows these files: from its announcement on, unless they can be tried again or removed
 * because they were refused or the connection is gone before all had arrived.
 */
export function isShownByImport(batch: WaitingFiles, rows: readonly OwnImport[], cutOff: boolean): boolean {
  if (batch.problem || batch.owner === null) return false
  const uploads = importOf(batch, rows)?.uploads
  return uploads !== undefined && (!cutOff || uploads.every(({ isReceived }) => isReceived))
}
