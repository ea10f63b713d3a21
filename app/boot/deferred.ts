/** The type that scripts and the relation that links have until they may start: browsers ignore a type that they do not know. */
export const deferred = "after-paint"
