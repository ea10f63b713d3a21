import { z } from "zod"
import { issueQueue } from "#domain/leads/newsletter/issue.ts"
import { erasePicture, erasePictureQueue } from "#domain/leads/newsletter/pictures.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { mailSubmissions, submissionMails } from "#domain/leads/submission-mails.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Queues the mails that form submissions trigger. */
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
 * Sends newsletters. A killed process's job is retried as soon as its missing heartbeat is detected, so retries start
 * early; longer waits later bridge an hour-long outage of the mail server.
 */
export function issueWorker(): Worker {
  return defineWorker({
    queue: issueQueue,
    shape: z.object({ issue: z.int().positive() }),
    retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 600 },
    // A run takes up to twelve hours; the next run continues with the rest.
    timeoutSeconds: 12 * 3600,
    async handle(world, { issue }, { signal }) {
      await sendIssue(world, { issue, signal })
      return undefined
    },
  })
}

/** Removes the bytes of pictures that no issue uses. */
export function erasePictureWorker(): Worker {
  return defineWorker({
    queue: erasePictureQueue,
    shape: z.object({ version: z.uuid() }),
    concurrency: 1,
    timeoutSeconds: 60,
    async handle(world, { version }) {
      await erasePicture(world, version)
      return undefined
    },
  })
}
