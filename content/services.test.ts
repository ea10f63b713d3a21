import { expect, test } from "vitest"
import { type ServiceTerms, services } from "./services.ts"

test.each(Object.entries<ServiceTerms>(services))(
  "%s is kept no longer than its terms allow",
  (_name, terms) => {
    expect(terms.graceDays).toBeGreaterThan(0)
    // Deleting is looked at twice a day.
    expect(terms.graceDays + 1).toBeLessThanOrEqual(terms.deleteWithinDays)
  },
)
