import { keepsSession, markDocument } from "../session/kept.ts"

/**
 * Runs in the head before the first paint: marks the document when this browser stores a session, so that the
 * navigation shows the right links at once (`in-data-session:` in class names), even on prerendered pages.
 */
markDocument(keepsSession())
