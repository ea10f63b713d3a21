import { saveFile } from "../../../save-file.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useSubmit } from "../../../use-submit.ts"

/** Saves an activity's original file, exactly as sent. */
export function SaveOriginal({ activity, name }: { activity: number; name: string }) {
  const call = useFunctions()
  const { busy, error, onSubmit } = useSubmit(async () => {
    const answer = await call<Blob>("download-recording", { activity })
    if (!answer.ok) return answer.message
    saveFile(name, answer.value)
    return null
  })
  return (
    <form onSubmit={onSubmit} className="min-w-0 basis-full">
      <button
        type="submit"
        disabled={busy}
        aria-label={`Save original file ${name}`}
        title={name}
        className="min-h-6 cursor-pointer text-small text-muted underline underline-offset-4 hover:text-text disabled:cursor-wait"
      >
        {busy ? "Getting the file…" : "Save original file"}
      </button>
      {error && (
        <p role="alert" className="mt-1 text-small">
          {error}
        </p>
      )}
    </form>
  )
}
