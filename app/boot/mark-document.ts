import { keepsSession, markDocument } from "../session/kept.ts"
import { markUnits, preferredUnits } from "../units.ts"

/**
 * Runs in the head before the first paint: marks the document when this browser stores a session, so that the
 * navigation shows the right links immediately (`in-data-session:` in class names), and with the units in which
 * distances are shown (`in-data-metric:`), on pages that are the same for everybody.
 */
markDocument(keepsSession())
markUnits(preferredUnits())
