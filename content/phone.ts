import { site } from "./site.ts"

/** Where a phone's share menu sends files (public/site.webmanifest): the service worker keeps them, or the server's page does. */
export const sharedFiles = { path: "/shared-files", field: "files", script: "/waiting-files.js" } as const

/**
 * What the file picker offers. Phones know neither FIT nor TCX by name and would gray those files out, so the list ends with
 * the type of any file; what cannot be read is refused by name.
 */
export const importAccept = ".fit,.gpx,.tcx,.gz,.zip,.xml,.json,.csv,application/octet-stream"

/** The page in place of one that cannot be reached. */
export const offlinePage = {
  title: "You are offline",
  lead: `Pages are not kept on this device: ${site.name} shows the board as it is now, or not at all.`,
  there:
    "Files that you shared with the app or chose on your account page wait on this device, listed below.",
  missing: "The leaderboard, your account and the articles come back with the connection.",
  retry: "Try again",
  waiting: "Waiting on this device",
  nothing: "No files wait on this device.",
} as const

/** Between a phone's share menu and the account page, where there is no service worker. */
export const sharedPage = {
  title: "One moment",
  text: "Your files are being handed to your account page.",
  failed: "This browser cannot keep the files. Open your account and choose them there.",
  link: "Open my account",
} as const
