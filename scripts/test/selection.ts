interface Selection {
  types: boolean
  lint: boolean
  /** Arguments for Vitest; undefined when it is not selected. */
  vitest?: string[]
  /** Arguments for Playwright; undefined when it is not selected. */
  browser?: string[]
  /** Whether a fresh clone is installed, built and started. */
  freshClone: boolean
}

const vitestFolders: Partial<Record<string, string[]>> = {
  unit: ["--exclude=test/architecture*", "--exclude=test/architecture/**", "--exclude=test/conformance/**"],
  architecture: ["test/architecture"],
  conformance: ["test/conformance"],
}

/**
 * What `npm test -- <words>` runs: everything without words; otherwise the named parts (types, lint, unit,
 * architecture, conformance, browser, fresh-clone) and the test files whose path contains a word (test/e2e
 * belongs to the browser). "unit" cannot be combined with Vitest's other words, because it means "all but the
 * others".
 */
export function select(words: readonly string[]): Selection {
  if (words.length === 0) return { types: true, lint: true, vitest: [], browser: [], freshClone: true }
  const selection: Selection = {
    types: words.includes("types"),
    lint: words.includes("lint"),
    freshClone: words.some((word) => word.includes("fresh-clone")),
  }
  for (const word of words) {
    if (word === "types" || word === "lint" || word.includes("fresh-clone")) continue
    if (word === "browser") selection.browser ??= []
    else if (word.replaceAll("\\", "/").includes("test/e2e"))
      selection.browser = [...(selection.browser ?? []), word]
    else selection.vitest = [...(selection.vitest ?? []), ...(vitestFolders[word] ?? [word])]
  }
  return selection
}
