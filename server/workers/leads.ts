import { z } from "zod"
import { issueQueue } from "#domain/leads/newsletter/issue.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { mailSubmissions, submissionMails } from "#domain/leads/submission-mails.ts"
import { defineWorker, type Worker } from "../jobs/worker.ts"

/** Queues the mails that submissions cause. */
export function submissionWorker(): Worker {
  return defineWorker({
    queue: submissionMails,
    shape: z.object({}),
    async handle(world) {
      await mailSubmissions(world)
      return undefined
    },
  })
}

/**
 * Sends newsletters. The job of a killed process is taken over as soon as its silence is noticed, so it
 * is tried again soon and often; an hour of trouble at the mail server is bridged by longer waits.
 */
export function issueWorker(): Worker {
  return defineWorker({
    queue: issueQueue,
    shape: z.object({ issue: z.int().positive() }),
    retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 600 },
    // Twelve hours for one run; what is left then is the next run's.
    timeoutSeconds: 12 * 3600,
    async handle(world, { issue }, { signal }) {
      await sendIssue(world, { issue, signal })
      return undefined
    },
  })
}
