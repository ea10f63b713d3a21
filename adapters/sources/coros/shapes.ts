import { z } from "zod"
import { idShape } from "../protocol/grant.ts"

const part = z.object({
  mode: z.number().int().nullish(),
  subMode: z.number().int().nullish(),
  fitUrl: z.string().nullish(),
})

export const workoutShape = part.extend({
  labelId: idShape,
  openId: z.string().optional(),
  startTime: z.number().optional(),
  endTime: z.number().optional(),
  distance: z.number().nullish(),
  deviceName: z.string().nullish(),
  triathlonItemList: z.array(part).nullish(),
})

export const envelope = z.object({
  result: z.string(),
  message: z.string().optional(),
  data: z.unknown().optional(),
})
export const eventShape = z.object({ sportDataList: z.array(z.unknown()) })

/** The additional parameters for fetching a workout: "8/1". */
export function hintOf({ mode, subMode }: z.output<typeof part>): string {
  return `${mode ?? 0}/${subMode ?? 0}`
}
