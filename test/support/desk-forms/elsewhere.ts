import type { CommandName } from "#domain/operator/commands.ts"

/** Commands that no form of a desk gives, each with how it is given. */
export const elsewhere: readonly (readonly [commands: RegExp, how: string])[] = [
  [/^\w+\.(export|read)$|^review\.file$/, "by opening a page or a file"],
  [
    /^(report|inbox)\.reopen$|^season\.doubt$|^job\.keep$|^newsletter\.unimport$|^event\.remove$|^team\.undraw$/,
    "by Undo",
  ],
  [/^(accounts|keys|competition|source|person\.import|content\.import)(\.(?!release)|$)/, "in a shell"],
  [/\.picture$/, "with a file, in newsletters.test.ts and articles.test.ts"],
  [/^newsletter\.import$/, "with a file, in newsletters.test.ts"],
  [/^article\.(publish|schedule)$/, "with a new version, which is a command of its own: articles.test.ts"],
]

export function isGivenElsewhere(command: CommandName): boolean {
  return elsewhere.some(([pattern]) => pattern.test(command))
}
