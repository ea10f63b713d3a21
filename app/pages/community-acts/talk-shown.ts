import type { Talk } from "#domain/community/comments-on.ts"

/** As a loader sends it: instants are words, and the version that a form answers. */
export type TalkShown = Omit<Talk, "comments"> & { comments: CommentShown[] }
export type CommentShown = Omit<Talk["comments"][number], "at" | "editedAt"> & {
  at: string
  /** When it was last edited, ISO 8601; empty: never. */
  version: string
}
