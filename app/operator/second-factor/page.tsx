import { lazy, Suspense } from "react"
import { useLoaderData } from "react-router"
import { useReady } from "../../ui/use-ready.ts"
import type { RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"

const ProveForm = lazy(() => import("./second-factor-form.tsx"))

export function loader({ request }: RouteArgs) {
  const next = new URL(request.url).searchParams.get("next") ?? "/"
  return { next: `/operator${next.startsWith("/") ? next : `/${next}`}` }
}

/** Asks for a fresh second factor before money moves, data is erased or roles change. */
export default function Prove() {
  const { next } = useLoaderData<typeof loader>()
  const ready = useReady()
  return (
    <Page
      title="Is it you?"
      text="This needs two-step sign-in within the last ten minutes. You then return to where you were and send the form again."
    >
      <div className="max-w-md">
        {ready ? (
          <Suspense fallback={<p role="status">Loading…</p>}>
            <ProveForm onProven={() => location.assign(next)} />
          </Suspense>
        ) : (
          <p>This step needs JavaScript, because your account’s keys are in this browser.</p>
        )}
      </div>
    </Page>
  )
}
