import { words as newsletterWords } from "../newsletters/words.ts"
import { words as seasonWords } from "../seasons/words.ts"

/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  ...seasonWords,
  ...newsletterWords,
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
  unknown_account: "There is no such account anymore.",
}
