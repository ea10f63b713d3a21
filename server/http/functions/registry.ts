import { beginImport } from "./begin-import.ts"
import { createCheckout } from "./create-checkout.ts"
import { deleteAccount } from "./delete-account.ts"
import { endSession } from "./end-session.ts"
import { exportData } from "./export-data.ts"
import type { ServerFunction } from "./function.ts"
import { joinEvent } from "./join-event.ts"
import { leaveEvent } from "./leave-event.ts"
import { listSessions } from "./list-sessions.ts"
import { mySpots } from "./my-spots.ts"
import { myPhoto, uploadPhoto } from "./photo.ts"
import { uploadImport } from "./upload-import.ts"

/** Every backend function under the name that the site calls: one file each, with the same name. */
export const serverFunctions: Readonly<Record<string, ServerFunction>> = {
  "begin-import": beginImport,
  "create-checkout": createCheckout,
  "delete-account": deleteAccount,
  "end-session": endSession,
  "export-data": exportData,
  "join-event": joinEvent,
  "leave-event": leaveEvent,
  "list-sessions": listSessions,
  "my-photo": myPhoto,
  "my-spots": mySpots,
  "upload-import": uploadImport,
  "upload-photo": uploadPhoto,
}
