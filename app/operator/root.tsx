import { lazy, Suspense } from "react"
import {
  Form,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
} from "react-router"
import * as outage from "#content/outage.ts"
import { ownSite, site } from "#content/site.ts"
import archivo from "../fonts/archivo-display-latin.woff2?url"
import hanken from "../fonts/hanken-grotesk-latin.woff2?url"
import styles from "./console.css?url"
import { operator as operatorKey, shown as shownKey } from "./context.ts"
import type { RouteArgs } from "./enter.ts"
import { Keys } from "./frame/keys.tsx"
import { Live } from "./frame/live.tsx"
import { Navigation } from "./frame/navigation.tsx"

const Palette = lazy(() => import("./frame/palette.tsx"))

export const links = () => [
  { rel: "preload", href: archivo, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: hanken, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
]

export function loader({ context }: RouteArgs) {
  const { name, role } = context.get(operatorKey)
  return { name, role, shown: context.get(shownKey) }
}

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" data-site={ownSite ? JSON.stringify(ownSite) : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        {/* Styles need no nonce; a nonce known only to the server would break hydration. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const { name, role, shown } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-[110rem] px-4 pb-28 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8 lg:px-6">
      <header className="pt-3 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:py-5">
        <a href="#main" className="sr-only focus:not-sr-only">
          Skip to content
        </a>
        <div className="mb-2 flex items-baseline justify-between gap-4 lg:mb-5 lg:block">
          <p className="display flex items-baseline gap-2">
            {site.name} <span className="label text-muted">Console</span>
          </p>
          <Live shown={shown} />
        </div>
        <Navigation role={role} />
        <div className="mt-auto hidden text-small lg:block">
          <p className="truncate text-muted" title={name}>
            {name}
          </p>
          <SignOut />
        </div>
      </header>
      <main id="main" className="min-w-0 py-5">
        <Outlet />
        <div className="mt-10 text-small lg:hidden">
          <SignOut />
        </div>
      </main>
      <Keys />
      <Suspense>
        <Palette role={role} />
      </Suspense>
    </div>
  )
}

/** A document request: the response clears the cookie and redirects to the account. */
function SignOut() {
  return (
    <Form method="post" action="/session/end" reloadDocument>
      <button type="submit" className="min-h-11 cursor-pointer underline">
        Close the console
      </button>
    </Form>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const isAway = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <title>{missing ? "Not found · Console" : "Something broke · Console"}</title>
      <h1 className="display text-section">
        {missing ? "Nothing is here" : isAway ? outage.title : "Something broke"}
      </h1>
      <p className="mt-4">
        {missing
          ? "There is no such page, or your role does not let you see it."
          : isAway
            ? outage.write
            : "The error is in the server log. This request saved nothing."}
      </p>
      <p className="mt-4">
        <a href="/operator">Today</a>
      </p>
    </main>
  )
}
