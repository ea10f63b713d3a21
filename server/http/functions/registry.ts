import { beginImport } from "./begin-import.ts"
import { createCheckout } from "./create-checkout.ts"
import { createToken } from "./create-token.ts"
import { deleteAccount } from "./delete-account.ts"
import { endSession } from "./end-session.ts"
import { endToken } from "./end-token.ts"
import { exportData } from "./export-data.ts"
import type { ServerFunction } from "./function.ts"
import { joinEvent } from "./join-event.ts"
import { leaveEvent } from "./leave-event.ts"
import { listSessions } from "./list-sessions.ts"
import { listTokens } from "./list-tokens.ts"
import { mySpots } from "./my-spots.ts"
import { myPhoto, uploadPhoto } from "./photo.ts"
import { uploadImport } from "./upload-import.ts"

/** Every backend function under the name that the site calls: one file each, with the same name. */
export const serverFunctions: Readonly<Record<string, ServerFunction>> = {
  "begin-import": beginImport,
  "create-checkout": createCheckout,
  "create-token": createToken,
  "delete-account": deleteAccount,
  "end-session": endSession,
  "end-token": endToken,
  "export-data": exportData,
  "join-event": joinEvent,
  "leave-event": leaveEvent,
  "list-sessions": listSessions,
  "list-tokens": listTokens,
  "my-photo": myPhoto,
  "my-spots": mySpots,
  "upload-import": uploadImport,
  "upload-photo": uploadPhoto,
}
