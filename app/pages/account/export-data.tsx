import { site } from "#content/site.ts"
import { saveFile } from "../../forms/save-file.ts"
import { useSubmit } from "../../forms/use-submit.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"

/** Downloads all stored data about the member. */
export function ExportData() {
  const callFunction = useFunctions()
  const submission = useSubmit(async () => {
    const answer = await callFunction<Record<string, unknown>>("export-data")
    if (!answer.ok) return answer.message
    const day = new Date().toISOString().slice(0, 10)
    saveFile(
      `${site.slug}-data-${day}.json`,
      new Blob([`${JSON.stringify(answer.value, null, 2)}\n`], { type: "application/json" }),
    )
    return null
  })
  return (
    <Setting
      id="export"
      title="Your data"
      text="Everything we keep about you, in one file that both people and programs can read."
    >
      <form onSubmit={submission.onSubmit} className="grid justify-items-start gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        <Button type="submit" look="plain" disabled={submission.busy}>
          {submission.busy ? "Please wait..." : "Export my data (JSON)"}
        </Button>
      </form>
    </Setting>
  )
}
