import { type ReactNode, useCallback, useState } from "react"
import { useSent } from "../frame/use-sent.ts"
import type { ArticleAnswer } from "./answer-article.ts"
import { EditForm } from "./edit-form.tsx"
import { type Look, PagePreview } from "./page-preview.tsx"

export interface Loaded {
  id: number | null
  version: number
  draft: Record<string, unknown>
  onSite: boolean
  unfinished: string | null
  preview: string | null
  categories: readonly string[]
  others: readonly (readonly [slug: string, title: string])[]
  zone: string
}

/**
 * The form of an article beside its page. The fields are filled from one version and stay as typed until the operator saves,
 * whatever others save meanwhile.
 */
export function Editor({ loaded, children }: { loaded: Loaded; children: ReactNode }) {
  const sent = useSent<ArticleAnswer | undefined>()
  const [filled, fill] = useState({ version: loaded.version, draft: loaded.draft })
  const [look, setLook] = useState<Look | null>(null)
  const onLook = useCallback((next: Look) => setLook(next), [])
  // What was saved, a picture in it included, replaces what is in the fields.
  if (sent?.saved === loaded.version && filled.version !== loaded.version)
    fill({ version: loaded.version, draft: loaded.draft })
  const clash = sent?.clash !== undefined && sent.clash > filled.version ? sent.clash : null
  const isBehind = loaded.version > filled.version && clash === null
  return (
    <>
      {isBehind && (
        <p role="status" className="mb-4 border-l-4 border-danger bg-raised px-4 py-2.5 text-small">
          {`Someone has saved version ${loaded.version} meanwhile. What you type here is based on version ${filled.version}.`}
        </p>
      )}
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          <EditForm
            key={filled.version}
            loaded={loaded}
            draft={{ ...filled.draft, ...sent?.typed }}
            read={clash ?? filled.version}
            onLook={onLook}
          />
          {children}
        </div>
        <PagePreview address={loaded.preview} look={look} />
      </div>
    </>
  )
}
