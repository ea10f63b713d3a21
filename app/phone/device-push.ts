import { subscriptionFields } from "./push-fields.ts"

/**
 * Whether this device can show notifications: `install`: only once the site is on its Home Screen, as on an iPhone; `denied`: the member
 * has said no, which only the browser's settings change.
 */
export type DevicePush = "unknown" | "unable" | "install" | "denied" | "off" | "on"

/** The state of this device, without asking for anything. */
export async function devicePush(publicKey: string): Promise<DevicePush> {
  if (!("serviceWorker" in navigator)) return "unable"
  if (!("PushManager" in window) || !("Notification" in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "unable"
  if (Notification.permission === "denied") return "denied"
  const subscription = await current()
  if (!subscription || Notification.permission !== "granted") return "off"
  if (keyOf(subscription) === publicKey) return "on"
  // The site has another key since: the browser refuses its messages until it subscribes anew, which asks for nothing.
  await subscription.unsubscribe()
  return (await turnOn(publicKey)) ? "on" : "off"
}

/** Asks for the permission, which browsers allow only after a tap, and tells the server the address. False: not now. */
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) !== publicKey) await before.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return (await fetch("/account/push", { method: "POST", body: subscriptionFields(made) })).ok
}

/** Ends it on this device, for the server and for the browser. */
export async function turnOff(): Promise<void> {
  const subscription = await current()
  if (!subscription) return
  const body = new URLSearchParams({ form: "off", endpoint: subscription.endpoint })
  await fetch("/account/push", { method: "POST", body })
  await subscription.unsubscribe()
}

/** Ends it for the browser alone. */
export async function dropSubscription(): Promise<void> {
  await (await current())?.unsubscribe()
}

async function current(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null
  const registration = await navigator.serviceWorker.getRegistration("/")
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** In base64url, as the server has it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")
}
