import { type ReactNode, useState } from "react"
import { PagePreview } from "../content/page-preview.tsx"
import { useSent } from "../frame/use-sent.ts"
import type { ArticleAnswer } from "./answer-article.ts"
import { EditForm, type Loaded } from "./edit-form.tsx"

/**
 * The form of an article beside its page. The fields are filled from one version and stay as typed until the operator saves,
 * whatever others save meanwhile.
 */
export function Editor({ loaded, children }: { loaded: Loaded; children: ReactNode }) {
  const sent = useSent<ArticleAnswer | undefined>()
  const [filled, fill] = useState({ version: loaded.version, draft: loaded.draft })
  const [looked, setLooked] = useState<{ of: string | null; html: string } | null>(null)
  const html = looked && looked.of === loaded.html ? looked.html : loaded.html
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
            onLook={(html) => setLooked({ of: loaded.html, html })}
          />
          {children}
        </div>
        {html && (
          <div className="min-w-0 self-start xl:sticky xl:top-5">
            <PagePreview html={html} page={`/blog/${loaded.draft.slug ?? ""}`} />
          </div>
        )}
      </div>
    </>
  )
}
