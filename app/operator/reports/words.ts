import type { ReportSubject } from "#content/reports.ts"

/** Refusals of this desk. */
export const words: Record<string, string> = {
  nothing_open: "Nothing about it is open: another moderator has decided, or it is not yours to decide.",
  not_decided: "There is no decision to undo.",
  unknown: "This objection was answered meanwhile, or it is not yours to answer.",
  own_decision: "You decided this yourself, and another moderator can reply.",
  unknown_athlete: "There is no such athlete, or it is not yours to decide.",
  not_muted: "They are not muted.",
}

export const kinds: Record<ReportSubject, string> = {
  athlete: "Name",
  photo: "Photo",
  comment: "Comment",
  page: "Page",
}
