/** Names that all differ, in the given order: a second "run.fit.gz" becomes "run (2).fit.gz". */
export function apartNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return names.map((name) => {
    let free = name
    while (taken.has(free)) {
      const n = (next.get(name) ?? 1) + 1
      next.set(name, n)
      free = numbered(name, n)
    }
    taken.add(free)
    return free
  })
}

function numbered(name: string, n: number): string {
  const ending = /(\.[a-z0-9]+)?(\.gz)?$/i.exec(name)?.[0] ?? ""
  return `${name.slice(0, name.length - ending.length)} (${n})${ending}`
}
