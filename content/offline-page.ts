/** What the page says that is shown in place of one that cannot be reached. A page loads only the constants that it shows. */
export const title = "You are offline"
export const lead = "Pages are not saved on this device, because the board changes by the minute."
export const there =
  "Files you shared with the app or chose on your account page are safe on this device. They’re listed below, and they count as soon as you’re online and signed in."
export const missing = "The leaderboard, your account and the articles will be back when you are online."
export const retry = "Try again"
export const waiting = "Waiting on this device"
export const nothing = "No files are waiting on this device."
