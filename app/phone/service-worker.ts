import { sharedFiles } from "#content/phone.ts"
import { notificationOf, ownUrl } from "./notification.ts"
import { subscriptionFields } from "./push-fields.ts"
import { mayKeep, treatmentOf } from "./treatment.ts"
import { keepFiles } from "./waiting-files.ts"

/**
 * Written by the build (app/vite/phone.ts): a hash of the cached files, the offline page's address, and all that it
 * needs.
 */
declare const PHONE_BUILD: { version: string; offline: string; files: string[] }

/** The part of the worker's global scope that is used here. */
interface WorkerScope {
  location: { origin: string }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: object): Promise<void>
    pushManager: { subscribe(options: object): Promise<PushSubscription> }
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void
  addEventListener(type: "push", listener: (event: Pushed) => void): void
  addEventListener(type: "notificationclick", listener: (event: Tapped) => void): void
  addEventListener(type: "pushsubscriptionchange", listener: (event: Changed) => void): void
}
interface OpenPage {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Lasting {
  data: { text(): string } | null
}
interface Tapped extends Lasting {
  notification: { close(): void; data?: { url?: string } }
}
interface Changed extends Lasting {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
interface Fetching extends Lasting {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

const worker = globalThis as unknown as WorkerScope
const cacheName = `kept-${PHONE_BUILD.version}`

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName)
      await cache.addAll(PHONE_BUILD.files.map((path) => new Request(path, { cache: "reload" })))
      // At once: names of cached files contain a hash of their content, so an open page of an earlier build still gets
      // its own files.
      await worker.skipWaiting()
    })(),
  )
})

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // Pages that are still open may be from the previous build; older files are deleted.
      const old = (await caches.keys()).filter((name) => name !== cacheName).slice(0, -1)
      await Promise.all(old.map((name) => caches.delete(name)))
      await worker.registration.navigationPreload?.enable()
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener("fetch", (event) => {
  const treatment = treatmentOf(event.request, worker.location.origin)
  if (treatment === "shared") event.respondWith(keepShared(event.request))
  if (treatment === "kept") event.respondWith(fromCache(event))
  if (treatment === "page") event.respondWith(pageOrOffline(event))
})

// Shown whatever the message contains, and also while a page is open: browsers take the permission back from a site
// that shows nothing.
worker.addEventListener("push", (event) => {
  const { title, options } = notificationOf(event.data?.text(), worker.location.origin)
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const url = ownUrl(event.notification.data?.url ?? "", worker.location.origin)
  event.waitUntil(
    (async () => {
      const [page] = await worker.clients.matchAll({ type: "window" })
      if (!page) return worker.clients.openWindow(url)
      // Refused without a tap of the member's own.
      await page.focus().catch(() => undefined)
      // A page that this worker does not control yet cannot be navigated.
      return page.navigate(url).catch(() => worker.clients.openWindow(url))
    })(),
  )
})

// The browser has replaced the address. Where the session has ended, the next visit of the settings asks again.
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event
  event.waitUntil(
    (async () => {
      const made =
        newSubscription ??
        (oldSubscription && (await worker.registration.pushManager.subscribe(oldSubscription.options)))
      if (!made) return
      const body = subscriptionFields(made, oldSubscription?.endpoint)
      await fetch("/account/push", { method: "POST", body })
    })(),
  )
})

async function keepShared(request: Request): Promise<Response> {
  const to = (path: string) => Response.redirect(new URL(path, worker.location.origin).href, 303)
  try {
    const form = await request.formData()
    const files = form.getAll(sharedFiles.field).filter((value) => value instanceof File)
    const fromHere = request.referrer.startsWith(`${worker.location.origin}/`)
    if (files.length > 0) await keepFiles(files, { fromHere })
    return to("/account?shared")
  } catch {
    return to("/account?sharing=failed")
  }
}

async function fromCache(event: Fetching): Promise<Response> {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (mayKeep(answer)) {
    const copy = answer.clone()
    // The response is returned even if the disk is full.
    event.waitUntil(
      caches
        .open(cacheName)
        .then((cache) => cache.put(event.request, copy))
        .catch(() => {}),
    )
  }
  return answer
}

async function pageOrOffline(event: Fetching): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const offline = await caches.match(PHONE_BUILD.offline)
    if (offline) return offline
    throw error
  }
}
