/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  edited:
    "Someone else has saved it since you opened it. Nothing of theirs was overwritten, and what you typed is still here. Compare the two, then save again.",
  invalid: "Nothing was saved yet. Look at the fields marked below.",
  exists: "There is already an entry with this name. Open that one, or choose another name.",
  no_name: "Type a name first: the address of the entry is made from it.",
  no_picture: "We could not read this picture. Send a JPEG, PNG, WebP or HEIC of at most 50 megapixels.",
  no_description: "Describe the picture for people who cannot see it.",
  in_use:
    "People have signed up for this event. Hide it instead: they keep their spots and hear from you by email.",
  unknown_kind: "This list has no such entry.",
  unknown_entry: "There is no such entry.",
  unchanged: "It is already at the end of the list.",
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
}

/** What an entry's state is called in the list. */
export const states = {
  default: "As delivered",
  published: "Changed",
  draft: "Draft",
  hidden: "Hidden",
} as const
