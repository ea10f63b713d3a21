import { site } from "./site.ts"

/**
 * Where a phone's share menu sends files (public/site.webmanifest): the service worker stores them, or the server's
 * page does.
 */
export const sharedFiles = { path: "/shared-files", field: "files", script: "/waiting-files.js" } as const

/**
 * The types that the file picker offers. Phones know neither FIT nor TCX by name and would gray those files out, so the
 * list ends with the type of any file; unreadable files are refused by name.
 */
export const importAccept = ".fit,.gpx,.tcx,.gz,.zip,.xml,.json,.csv,application/octet-stream"

/** The page shown in place of one that cannot be reached. */
export const offlinePage = {
  title: "You are offline",
  lead: `${site.name} doesn’t save pages on this device, because the board changes by the minute.`,
  there:
    "Files you shared with the app or chose on your account page are safe on this device. They’re listed below, and they count as soon as you’re online and signed in.",
  missing: "The leaderboard, your account and the articles will be back when you are online.",
  retry: "Try again",
  waiting: "Waiting on this device",
  nothing: "No files are waiting on this device.",
} as const

/** The step between a phone's share menu and the account page, without a service worker. */
export const sharedPage = {
  title: "Just a moment",
  text: "We are passing your files to your account page.",
  failed: "This browser cannot store the files. Open your account and choose them there.",
  link: "Open my account",
} as const
