import type { Athlete } from "../model/athlete.ts"
import type { TypeName } from "./types.ts"

/** A weekly habit of an athlete: the day (0 is Monday), the time, and in how many of ten weeks. */
type Habit = readonly [day: number, time: string, type: TypeName, often: number]

/** The habits of each persona. Sessions of a club or a class start at the same time for everybody. */
export const habits: Record<Athlete["persona"], readonly Habit[]> = {
  runner: [
    [0, "07:00", "yoga", 4],
    [1, "18:00", "run of 6 x 4 min", 6],
    [1, "18:01", "run of 10 x 1 min", 3],
    [2, "06:45", "easy run", 8],
    [3, "12:10", "run by service and file", 2],
    [3, "12:11", "run by Strava and file", 2],
    [3, "18:15", "hilly run", 5],
    [3, "19:00", "laps of one track", 4],
    [4, "17:30", "strength, 40 to 120 min", 4],
    [4, "06:30", "treadmill run", 3],
    [5, "10:30", "run with many stops", 3],
    [5, "16:00", "run with cold start and tunnels", 3],
    [6, "08:00", "long run", 8],
    [6, "17:00", "run sent days later", 2],
  ],
  cyclist: [
    ...commutes(7),
    [1, "19:00", "spin class of 20", 5],
    [2, "19:30", "6 x 4 min on a trainer", 5],
    [3, "19:30", "ramp on a trainer", 3],
    [4, "19:00", "virtual ride", 4],
    [5, "13:30", "road ride", 5],
    [5, "14:00", "ride with watch and bike computer", 4],
    [5, "08:00", "gravel ride", 3],
    [6, "08:30", "club ride of 30", 8],
  ],
  triathlete: [
    [0, "06:30", "pool swim", 8],
    [0, "18:00", "strength, 40 to 120 min", 4],
    [1, "18:00", "run of 6 x 4 min", 6],
    [2, "19:00", "virtual ride", 5],
    [2, "19:01", "6 x 4 min on a trainer", 4],
    [3, "06:30", "pool swim", 7],
    [3, "18:00", "easy run", 7],
    [4, "17:00", "open-water swim", 4],
    [5, "12:45", "road ride", 4],
    [5, "13:00", "ride with watch and bike computer", 6],
    [6, "09:00", "long run", 7],
  ],
  lifter: [
    [0, "07:00", "strength twice a day", 5],
    [0, "18:00", "strength twice a day", 5],
    [1, "18:30", "indoor rowing", 4],
    [2, "18:00", "strength, 40 to 120 min", 9],
    [3, "18:00", "HIIT class", 7],
    [4, "17:30", "strength, 40 to 120 min", 9],
    [5, "10:00", "indoor rowing, 5 x 500 m", 4],
    [5, "12:30", "treadmill run", 4],
    [6, "10:30", "yoga", 4],
  ],
  walker: [
    ...[0, 1, 2, 3, 4, 5, 6].map((day): Habit => [day, "07:10", "walk with a dog", 7]),
    ...[1, 4].map((day): Habit => [day, "18:40", "walk with a dog", 5]),
    [2, "19:00", "yoga", 5],
    [3, "17:30", "e-bike ride, marked", 4],
    [6, "10:00", "hike", 5],
  ],
  rower: [
    [0, "18:00", "strength, 40 to 120 min", 6],
    [1, "06:30", "rowing on the river", 7],
    [2, "18:30", "indoor rowing, 5 x 500 m", 8],
    [4, "06:30", "rowing on the river", 6],
    [5, "09:30", "indoor rowing", 7],
    [6, "09:30", "easy run", 5],
  ],
  mountaineer: [
    [1, "18:00", "hilly run", 7],
    [2, "18:30", "strength, 40 to 120 min", 5],
    [3, "18:00", "easy run", 6],
    [5, "09:30", "day on skis", 5],
    [5, "09:31", "hike", 4],
    [6, "10:00", "cross-country skiing", 6],
  ],
  wheeler: [
    [0, "17:00", "wheelchair, sent as other", 7],
    [2, "17:00", "wheelchair, sent as other", 7],
    [3, "18:00", "strength, 40 to 120 min", 6],
    [5, "09:00", "wheelchair, sent as other", 8],
  ],
}

function commutes(often: number): Habit[] {
  return [0, 1, 2, 3, 4].flatMap((day): Habit[] => [
    [day, "07:40", "commute on one way", often],
    [day, "17:05", "commute on one way", often],
  ])
}
