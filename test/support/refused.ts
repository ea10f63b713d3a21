import { DataError } from "#platform/data/errors.ts"

/** The code of the Data API's refusal that `work` throws; undefined when it throws none. */
export function refusal(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof DataError) return error.code
    throw error
  }
  return undefined
}
