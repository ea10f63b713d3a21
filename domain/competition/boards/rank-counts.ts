/** In-memory counts of the athletes at each place of a board. */
export interface RankCounts {
  readonly size: number
  /** Of all places together, the same in every process: it differs once a place has changed. */
  readonly revision: string
  add(placeKey: number): void
  /** False when the place did not exist, which means that the counts missed a change. */
  remove(placeKey: number): boolean
  /** 1 for the best. Equal places share a rank: 1, 2, 2, 4. */
  rankOf(placeKey: number): number
}

/** Points are the 14 bits above the lower 37 of a place key (private.place_key in the migrations). */
const pointsUnit = 2 ** 37
const mostPoints = 2 ** 14

/**
 * A Fenwick tree over whole points counts all athletes with more points in 14 steps; among equal points, the sorted
 * keys show who has more active days or was earlier. Finding a rank therefore costs the same for a thousand athletes as
 * for a million. `sorted` holds the keys of all athletes, best first.
 */
export function createRankCounts(sorted: Iterable<number> = []): RankCounts {
  const tree = new Int32Array(mostPoints + 1)
  /** Keys by points, ascending. */
  const equals: number[][] = new Array(mostPoints)
  let size = 0
  let sum = 0

  const count = (points: number, change: number) => {
    for (let i = points + 1; i <= mostPoints; i += i & -i) tree[i] = (tree[i] as number) + change
    size += change
  }
  const withAtMost = (points: number) => {
    let sum = 0
    for (let i = points + 1; i > 0; i -= i & -i) sum += tree[i] as number
    return sum
  }

  for (const key of sorted) {
    const points = Math.floor(key / pointsUnit)
    const keys = equals[points]
    if (keys) keys.push(key)
    else equals[points] = [key]
    sum = (sum + mixed(key)) >>> 0
  }
  equals.forEach((keys, points) => {
    keys.reverse()
    count(points, keys.length)
  })

  return {
    get size() {
      return size
    },
    get revision() {
      return `${size.toString(36)}-${sum.toString(36)}`
    },
    add(key) {
      const points = Math.floor(key / pointsUnit)
      const keys = equals[points]
      if (keys) keys.splice(lowerBound(keys, key), 0, key)
      else equals[points] = [key]
      sum = (sum + mixed(key)) >>> 0
      count(points, 1)
    },
    remove(key) {
      const points = Math.floor(key / pointsUnit)
      const keys = equals[points]
      const at = keys ? lowerBound(keys, key) : 0
      if (keys?.[at] !== key) return false
      keys.splice(at, 1)
      sum = (sum - mixed(key)) >>> 0
      count(points, -1)
      return true
    },
    rankOf(key) {
      const points = Math.floor(key / pointsUnit)
      const keys = equals[points]
      const better = keys ? keys.length - lowerBound(keys, key + 1) : 0
      return size - withAtMost(points) + better + 1
    },
  }
}

/** 32 bits in which each bit depends on all of the key, so that sums of them do not cancel each other out. */
function mixed(key: number): number {
  const high = Math.imul(Math.floor(key / 2 ** 32), 0x9e3779b1)
  const first = Math.imul(high ^ key, 0x85ebca6b)
  return Math.imul(first ^ (first >>> 13), 0xc2b2ae35) >>> 0
}

/** Index of the first element that is not smaller. */
function lowerBound(keys: readonly number[], key: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low
}
