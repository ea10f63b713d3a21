/** The content of one page as sent by the server. Every text and every link is one item of the specification. */
export interface PageItems {
  /** Section of the specification. */
  section: string
  path: string
  /** Texts between the tags, verbatim. */
  texts?: readonly string[]
  /** Links by their text. An address that differs between installations is taken from content/. */
  links?: Readonly<Record<string, string>>
  /** Items in the markup: a placeholder, a choice, a size. */
  markup?: readonly string[]
  /** How often a text occurs there. */
  times?: Readonly<Record<string, number>>
}

/** Content shown only after something happened, or a rule of the code. */
export interface KeptElsewhere {
  section: string
  /** The item in the specification's words. */
  item: string
  /** Its file, relative to the root of the project. */
  file: string
  /** Its text in that file. */
  letters: string
  /** The test that verifies it: its file, and a part of its name. */
  test?: readonly [file: string, name: string]
}
