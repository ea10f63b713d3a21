import { activityEvidence } from "./activity-evidence.ts"
import { beginImport } from "./begin-import.ts"
import { changeMembership } from "./change-membership.ts"
import { compareRecordings } from "./compare-recordings.ts"
import { competitionSources } from "./competition-sources.ts"
import { connectSource } from "./connect-source.ts"
import { createCheckout } from "./create-checkout.ts"
import { deleteAccount } from "./delete-account.ts"
import { disconnectSource } from "./disconnect-source.ts"
import { downloadRecording } from "./download-recording.ts"
import { endSession } from "./end-session.ts"
import { exportData } from "./export-data.ts"
import type { ServerFunction } from "./function.ts"
import { joinCompetition } from "./join-competition.ts"
import { joinEvent } from "./join-event.ts"
import { leaveEvent } from "./leave-event.ts"
import { listSessions } from "./list-sessions.ts"
import { mySpots } from "./my-spots.ts"
import { objectToReview } from "./object-to-review.ts"
import { deletePhoto, flagPhoto, myPhoto, uploadPhoto } from "./photo.ts"
import { uploadImport } from "./upload-import.ts"

/** Every backend function under the name that the site calls: one file each, with the same name. */
export const serverFunctions: Readonly<Record<string, ServerFunction>> = {
  "activity-evidence": activityEvidence,
  "begin-import": beginImport,
  "change-membership": changeMembership,
  "compare-recordings": compareRecordings,
  "competition-sources": competitionSources,
  "connect-source": connectSource,
  "create-checkout": createCheckout,
  "delete-account": deleteAccount,
  "delete-photo": deletePhoto,
  "disconnect-source": disconnectSource,
  "download-recording": downloadRecording,
  "end-session": endSession,
  "export-data": exportData,
  "flag-photo": flagPhoto,
  "join-competition": joinCompetition,
  "join-event": joinEvent,
  "leave-event": leaveEvent,
  "list-sessions": listSessions,
  "my-photo": myPhoto,
  "my-spots": mySpots,
  "object-to-review": objectToReview,
  "upload-import": uploadImport,
  "upload-photo": uploadPhoto,
}
