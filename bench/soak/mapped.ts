import { readFile } from "node:fs/promises"

/** glibc gives each arena of a thread a heap of at most this size, at a multiple of it. */
const arenaBytes = 64 * 2 ** 20

/** Resident bytes of a process by owner, largest first. Linux with glibc; owners are identified by address. */
export async function mapped(pid: number): Promise<[kind: string, bytes: number][]> {
  const sums = new Map<string, number>()
  let kind = ""
  let arenaUntil = 0
  for (const line of (await readFile(`/proc/${pid}/smaps`, "utf8")).split("\n")) {
    const region = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ (\d+) *(.*)$/.exec(line)
    if (region) {
      const [, from = "", to = "", rights = "", inode, name = ""] = region
      const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      const isAnonymous = inode === "0" && !name.startsWith("[heap]") && !name.startsWith("[stack]")
      // The rest of an arena's heap, reserved but not accessible yet, follows its used part.
      if (isAnonymous && rights.startsWith("rw") && start % arenaBytes === 0 && end - start <= arenaBytes)
        arenaUntil = start + arenaBytes
      if (!isAnonymous) kind = inode === "0" ? name : "files: the program and its libraries"
      else if (start < arenaUntil) kind = "arenas of glibc, by thread"
      else
        kind =
          end - start <= 2 ** 20
            ? "anonymous, up to 1 MB: pages of V8, small"
            : "anonymous, larger: V8, buffers, stacks"
      continue
    }
    const resident = /^Rss:\s+(\d+) kB/.exec(line)
    if (resident) sums.set(kind, (sums.get(kind) ?? 0) + Number(resident[1]) * 1024)
  }
  return [...sums].sort(([, a], [, b]) => b - a)
}
