import { keepsSession, markDocument } from "../session/kept.ts"

/**
 * Runs in the head before the first paint: marks the document when this browser keeps a session, so that the navigation
 * shows the right links at once (`in-data-session:` in class names), also on pages written at build time.
 */
markDocument(keepsSession())
