/** What one page shows as the server sends it. Every text and every link is one item of the specification. */
export interface PageItems {
  /** Section of the specification. */
  section: string
  path: string
  /** Texts between the tags, letter by letter. */
  texts?: readonly string[]
  /** Links by their words. An address that differs between installations is taken from content/. */
  links?: Readonly<Record<string, string>>
  /** What stands in the markup: a placeholder, a choice, a size. */
  markup?: readonly string[]
  /** How often a text stands there. */
  times?: Readonly<Record<string, number>>
}

/** What shows only after something happened, or is a rule of the code. */
export interface KeptElsewhere {
  section: string
  /** As the specification puts it. */
  item: string
  /** Where it stands, from the root of the project. */
  file: string
  /** Its letters in that file. */
  letters: string
  /** The test that holds it: its file, and a part of its name. */
  test?: readonly [file: string, name: string]
}
