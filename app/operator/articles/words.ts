/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_allowed: "An owner publishes it; your role writes drafts.",
  not_found: "There is no such article or version.",
  slug_taken: "Another article has this address. Choose a different one.",
  edited: "Someone changed what is on the site at the same time. Look at it again.",
  not_published: "It is not on the site.",
  not_scheduled: "It has no time set.",
  published: "It was on the site, so it cannot be deleted. You can take it off the site.",
  past: "That time is in the past. Choose a later one.",
  no_picture: "We could not read this picture. Send a JPEG, PNG, WebP or HEIC of at most 50 megapixels.",
  no_description: "Describe the picture for people who cannot see it, in a few words.",
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
  links: "A link in it does not work in an email. Correct it first.",
  pictures: "A picture in it is on another site. Add it here first.",
}
