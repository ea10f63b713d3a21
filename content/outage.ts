/**
 * The messages shown while the database does not respond; not in the specification. Constants of their own, so that a page
 * loads only those that it shows.
 */

export const asOf = "Live updates are paused. This page is as of {time}."
export const title = "We cannot load this right now"
export const read = "We cannot reach our database right now. Please try again in a minute."
export const write =
  "We cannot reach our database right now. If you were sending something, it may have been saved; we cannot tell yet. Please try again in a minute."
export const form =
  "Everything you typed is still here. We cannot reach our database right now, so we cannot tell whether it was saved. Please send it again in a minute: it will not be saved twice."
export const formWithoutKey =
  "Everything you typed is still here. We cannot reach our database right now, so we cannot tell whether it was saved. Look before you send it again, in a minute."
export const sendAgain = "Send it again"
export const filesAgain = "Files cannot be kept here: go back and choose them again."
