/** Placeholder `type` of scripts and `rel` of links until they may start: browsers ignore unknown values. */
export const deferred = "after-paint"
