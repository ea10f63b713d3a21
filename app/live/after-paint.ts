import { deferred } from "../boot/deferred.ts"

const changes = [
  ['<link rel="modulepreload"', `<link rel="${deferred}"`],
  ['type="module" async="">import ', `type="${deferred}" async="">import `],
] as const

/**
 * Defers a document's scripts until its first paint, so that text, styles and fonts do not compete with them for
 * network and CPU; on a phone they arrive more than a second earlier. Links, forms, the menu and all disclosures work
 * without scripts in the meantime. The router writes these tags itself and has no option for their order;
 * boot/start-scripts.ts starts them.
 */
export function scriptsAfterPaint(document: string): string {
  return changes.reduce((text, [from, to]) => text.replaceAll(from, to), document)
}
