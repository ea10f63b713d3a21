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

/** The step between a phone's share menu and the account page, without a service worker. */
export const sharedPage = {
  title: "Just a moment",
  text: "We are passing your files to your account page.",
  failed: "This browser cannot store the files. Open your account and choose them there.",
  link: "Open my account",
} as const
