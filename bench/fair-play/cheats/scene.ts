import { addDays, instantAt, offsetSeconds } from "#primitives/zones.ts"
import type { PlayedSession } from "../honest/play.ts"
import type { TypeName } from "../honest/types.ts"
import { type Athlete, anyAthlete } from "../model/athlete.ts"
import { loop } from "../model/ground.ts"
import { type Outing, record } from "../model/outing.ts"
import { createRandom, type Random } from "../model/random.ts"
import { endOf, type Recording, type Sending } from "../model/recording.ts"

/** The required result of a cheat: it does not count, it needs a review, or a winner's day shows a sign. */
type Expected = "excluded" | "reviewed" | "a sign" | "its true day"

export interface Cheat {
  name: string
  expected: Expected
  /** The honest session that the cheater has sent recently; without it, any athlete is used. */
  has?: TypeName
  /** The session that somebody else has sent. */
  steals?: TypeName
  play(scene: Scene): CheatSending[]
}

/** `honest`: sent together with the cheat, and not judged. */
export interface CheatSending extends Sending {
  honest?: true
  /** If only the day is disguised: the day on which it was recorded, as which it may count. */
  trueDay?: string
}

/** The people, recordings and time that a cheat uses. */
export interface Scene {
  cheater: Athlete
  /** The honest sessions of the cheater and of somebody else. Throws if the cheat names none. */
  own: Recording
  stolen: Recording
  /** The athlete whose recording is stolen, or who helps. */
  rival: Athlete
  random: Random
  /** An instant on the cheater's clock: days after the honest season. */
  on(day: number, time: string): Date
  /** The real recording by the cheater or somebody else. */
  lives(startedAt: Date, outing: Pick<Outing, "sport" | "parts"> & Partial<Outing>, who?: Athlete): Recording
  /** An account opened for this purpose. */
  newcomer: Athlete
  /** Arrives in the cheater's account soon after its end, unless `changes` says otherwise. */
  file(recording: Recording | readonly Recording[], changes?: Partial<CheatSending>): CheatSending
}

interface SceneOptions {
  seed: string
  /** The first day after the honest season. */
  firstDay: string
  sessions: readonly PlayedSession[]
  /** The number of the account to open. */
  newcomer: number
  /** Athletes whose recordings were already used by others; they appear in no further cheat. */
  taken: Set<number>
}

/** Finds the people for a cheat; null if nobody has recorded what the cheat needs. */
export function sceneOf(cheat: Cheat, options: SceneOptions): Scene | null {
  const { seed, firstDay, sessions, newcomer, taken } = options
  const lately = sessions.filter(
    ({ session, outcome }) =>
      outcome === "counted" &&
      session.athlete.hasHeart &&
      session.startedAt.getTime() > Date.parse(addDays(firstDay, -12)) &&
      !taken.has(session.athlete.nr),
  )
  const find = (type: TypeName | undefined, besides?: Athlete) =>
    lately.find(({ session }) => (!type || session.type === type) && session.athlete !== besides)?.session
  const own = find(cheat.has)
  const stolen = cheat.steals && find(cheat.steals, own?.athlete)
  if (!own || (cheat.steals && !stolen)) return null
  for (const used of [own, stolen]) if (used) taken.add(used.athlete.nr)
  const cheater = own.athlete
  const first = (session: typeof own | undefined | "") => {
    const recording = session ? session.make()[0]?.recordings[0] : undefined
    if (!recording) throw new Error(`"${cheat.name}" has not named whose recording it needs`)
    return recording
  }
  const random = createRandom(seed, "cheat", cheat.name)
  return {
    cheater,
    get own() {
      return first(cheat.has && own)
    },
    get stolen() {
      return first(stolen)
    },
    get rival() {
      if (!stolen) throw new Error(`"${cheat.name}" has not named who helps`)
      return stolen.athlete
    },
    random,
    on: (day, time) => instantAt(addDays(firstDay, day), time, cheater.timeZone),
    newcomer: anyAthlete(seed, newcomer),
    lives(startedAt, outing, who = cheater) {
      const given = {
        device: who.watch,
        startedAt,
        utcOffsetS: offsetSeconds(startedAt, who.timeZone),
        route: loop(`${cheat.name} ${startedAt.toISOString()}`, who.home, 6000),
        ...outing,
      }
      return record(who, given, random)
    },
    file(recording, changes = {}) {
      const recordings = "points" in recording ? [recording] : recording
      const end = Math.max(...recordings.map((one) => endOf(one).getTime()))
      return {
        athlete: cheater.nr,
        source: "file",
        as: "fit",
        recordings,
        arrivesAt: new Date(end + 600_000),
        ...changes,
      }
    },
  }
}
