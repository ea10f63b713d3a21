import { type ReactNode, useEffect } from "react"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from "react-router"
import * as offlinePage from "#content/offline-page.ts"
import { limits, ownSite, site } from "#content/site.ts"
import type { Route } from "./+types/root"
import { code as markDocument } from "./boot/mark-document.ts?boot"
import { code as startScripts } from "./boot/start-scripts.ts?boot"
import { useDocument } from "./document/document.tsx"
import { Frame } from "./document/frame.tsx"
import { RedirectNotices } from "./document/redirect-notices.tsx"
import archivo from "./fonts/archivo-display-latin.woff2?url"
import hanken from "./fonts/hanken-grotesk-latin.woff2?url"
import { FailedPage, MissingPage } from "./pages/failed.tsx"
import { isUnreachable, UnreachablePage } from "./pages/unreachable.tsx"
import { registerServiceWorker } from "./phone/register.ts"
import { AuthProvider } from "./session/session.tsx"
import styles from "./site.css?url"
import { ToastProvider } from "./ui/toast.tsx"

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: archivo, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: hanken, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
]

/** The document around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const { origin, requestId, frame, preview } = useDocument()
  const path = useLocation().pathname.replace(/(.)\/$/, "$1")
  const address = origin + path
  return (
    <html
      lang="en"
      data-origin={origin}
      data-request-id={requestId ?? undefined}
      data-site={ownSite ? JSON.stringify(ownSite) : undefined}
      data-frame={frame ? JSON.stringify(frame) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f5f0" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1110" />
        <Meta />
        <link rel="canonical" href={address} />
        <meta property="og:url" content={address} />
        <meta property="og:site_name" content={site.name} />
        {preview?.path === path && (
          <>
            <meta data-preview={path} property="og:image" content={preview.src} />
            <meta data-preview={path} property="og:image:width" content={String(preview.width)} />
            <meta data-preview={path} property="og:image:height" content={String(preview.height)} />
            <meta data-preview={path} property="og:image:alt" content={preview.alt} />
          </>
        )}
        {/* Styles need no nonce; a nonce known only to the server would break hydration. */}
        <Links nonce="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: markDocument }} />
      </head>
      <body>
        <a
          href="#main"
          className="label fixed top-2 left-2 z-50 -translate-y-20 bg-volt px-4 py-3 text-ink focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        <AuthProvider>{children}</AuthProvider>
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script */}
        <script dangerouslySetInnerHTML={{ __html: startScripts }} />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(registerServiceWorker, [])
  return (
    <ToastProvider removeDelayMs={limits.toastRemoveDelayMs}>
      <RedirectNotices />
      <Frame>
        <Outlet />
      </Frame>
    </ToastProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  if (isUnreachable(error))
    return (
      <Frame>
        <title>{`${offlinePage.title} · ${site.name}`}</title>
        <UnreachablePage />
      </Frame>
    )
  return (
    <Frame>
      <title>{missing ? `Page not found · ${site.name}` : `Something broke · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {missing ? <MissingPage /> : <FailedPage error={error} />}
    </Frame>
  )
}
