import type { ActivityKind } from "#content/activity-kinds.ts"
import { rulesets } from "#content/competitions.ts"
import { type Effort, score } from "#domain/competition/scoring/score.ts"
import type { MemberDay } from "#domain/competition/teams/best-days.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import { createRandom, type Random } from "../fair-play/model/random.ts"
import type { Member } from "./members.ts"

/** A day of training with what was done, so that an attacker can send it in another way. */
export interface TrainedDay extends MemberDay {
  efforts: readonly Effort[]
}

/** Usual sessions: minutes and km/h. */
const usual: Partial<Record<ActivityKind, readonly [minutes: number, kmh: number]>> = {
  run: [42, 9.5],
  ride: [70, 22],
  swim: [40, 2.3],
  walk: [50, 5.2],
  strength: [48, 0],
  row: [35, 9],
}
const ruleset = rulesets.at(-1) ?? rulesets[0]

/** A member's days with training, by day. A month has its own form, diligence and, at times, illness or a vacation. */
export function trainingOf(
  member: Member,
  { world, months }: { world: string; months: readonly (readonly Day[])[] },
): TrainedDay[] {
  let nr = 0
  return months.flatMap((days) => {
    const random = createRandom(world, "training", member.athlete, days[0] ?? "")
    const isAway = random.chance(member.absence)
    const odds = Math.log(member.diligence / (1 - member.diligence)) + random.normal(0, 0.5)
    const diligence = 1 / (1 + Math.exp(-odds))
    const form = Math.exp(random.normal(0, 0.12))
    return days.flatMap((on): TrainedDay[] => {
      const isMember = nr++ >= member.joinsOn
      const trains = random.chance(diligence)
      const efforts = effortsOf(member, form, random)
      const hour = random.between(6, 21)
      return isMember && trains && !isAway ? [dayOf(member.athlete, on, efforts, hour)] : []
    })
  })
}

/** A day as scored by the rules of the competition. */
export function dayOf(athlete: number, on: Day, efforts: readonly Effort[], hour: number): TrainedDay {
  const { points, active } = score(efforts, ruleset)
  const reachedAt = new Date(Date.parse(`${on}T00:00:00Z`) + Math.round(hour * 3600) * 1000)
  return { athlete, on, points, active, reachedAt, efforts }
}

/** The same day without randomness: what the member would do on an ordinary day. */
export function ordinaryDay(member: Member, on: Day): TrainedDay {
  return dayOf(member.athlete, on, [effort(member.kinds[0] ?? "run", member, 1)], 21)
}

function effortsOf(member: Member, form: number, random: Random): Effort[] {
  const isLong = random.chance(0.15)
  const isDouble = random.chance(0.08)
  const some = () => Math.exp(random.normal(0, 0.3)) * form * (isLong ? 1.7 : 1)
  const first = effort(random.pick(member.kinds), member, some())
  const second = effort(random.pick(member.kinds), member, some())
  return isDouble ? [first, second] : [first]
}

function effort(kind: ActivityKind, { length, speed }: Member, times: number): Effort {
  const [minutes, kmh] = usual[kind] ?? [40, 0]
  const movingS = Math.round(minutes * 60 * Math.min(6, length * times))
  return { kind, movingS, distanceM: Math.round((movingS * kmh * speed) / 3.6) }
}

/** The days of `count` months of 30 days each. */
export function monthsFrom(first: Day, count: number): Day[][] {
  return Array.from({ length: count }, (_, month) =>
    Array.from({ length: 30 }, (_, nr) => addDays(first, month * 30 + nr)),
  )
}
