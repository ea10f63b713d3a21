/**
 * Maps Wahoo's `workout_type_id` to a kind of content/activity-kinds.ts, and whether it is done indoors. Others are
 * "other".
 */
const workoutTypes: Record<number, [sport: string, place?: "indoor" | "virtual"]> = {
  0: ["biking"],
  1: ["running"],
  3: ["running track"],
  4: ["trail running"],
  5: ["treadmill running", "indoor"],
  6: ["walking"],
  7: ["speed walking"],
  8: ["nordic walking"],
  9: ["hiking"],
  10: ["mountaineering"],
  11: ["cyclocross"],
  12: ["indoor cycling", "indoor"],
  13: ["mountain biking"],
  14: ["recumbent cycling"],
  15: ["road biking"],
  16: ["track cycling"],
  19: ["treadmill running", "indoor"],
  20: ["elliptical", "indoor"],
  21: ["indoor cycling", "indoor"],
  22: ["indoor rowing", "indoor"],
  23: ["stair climber", "indoor"],
  25: ["lap swimming", "indoor"],
  26: ["open water swimming"],
  27: ["snowboarding"],
  28: ["skiing"],
  29: ["downhill skiing"],
  30: ["cross country skiing"],
  31: ["skating"],
  32: ["ice skating", "indoor"],
  33: ["inline skating"],
  37: ["canoeing"],
  38: ["kayaking"],
  39: ["rowing"],
  41: ["stand up paddle board"],
  42: ["strength training", "indoor"],
  44: ["stair climber", "indoor"],
  45: ["wheelchair"],
  49: ["indoor cycling", "indoor"],
  56: ["indoor walking", "indoor"],
  61: ["indoor cycling", "indoor"],
  63: ["transition"],
  64: ["e-biking"],
  66: ["yoga", "indoor"],
  67: ["running race"],
  68: ["virtual cycling", "virtual"],
  70: ["handcycling"],
  71: ["virtual run", "virtual"],
}

export function workoutType(id: number | null): { sports: string[]; indoor: boolean; virtual: boolean } {
  const [sport, place] = workoutTypes[id ?? -1] ?? []
  return { sports: sport ? [sport] : [], indoor: place !== undefined, virtual: place === "virtual" }
}
