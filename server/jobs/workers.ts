/** Everything that runs outside requests. Add new workers and deadlines to the lists here. */

import { forgetPosts, queueWeeks } from "#domain/chat/weeks.ts"
import { nextMidnight } from "#domain/competition/calendar/period.ts"
import { forgetHappenings } from "#domain/competition/happenings/forget.ts"
import { noteHappenings } from "#domain/competition/happenings/note.ts"
import { trainDemo } from "#domain/competition/intake/demo.ts"
import { giveUpUploads } from "#domain/competition/intake/read.ts"
import { tidyUploadKeys } from "#domain/competition/intake/upload-once.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { sweepOriginals } from "#domain/competition/originals/remove.ts"
import { closeDue } from "#domain/competition/seasons/close.ts"
import { passOn } from "#domain/competition/seasons/pass-on.ts"
import { nextClosing } from "#domain/competition/seasons/season.ts"
import { pruneCookieSessions } from "#domain/cookie-session.ts"
import { deleteExpiredSignups, remind } from "#domain/events/remind.ts"
import { deleteExpiredLeads } from "#domain/leads/delete-expired.ts"
import { deleteUnusedPictures } from "#domain/leads/newsletter/pictures.ts"
import { warnBeforePromises } from "#domain/leads/reply-clock.ts"
import { mailSubmissions } from "#domain/leads/submission-mails.ts"
import { tidyTokens } from "#domain/members/personal-tokens.ts"
import { forgetNotices } from "#domain/notices/claim.ts"
import { pushEventChanges } from "#domain/notices/event-changes.ts"
import { forgetPushes } from "#domain/notices/push/subscriptions.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { sendWeeks } from "#domain/notices/send-weeks.ts"
import { mailMorning } from "#domain/operator/morning-mail.ts"
import { mailTroubles } from "#domain/operator/trouble-mails.ts"
import { deleteExpiredOrders } from "#domain/shop/refresh.ts"
import { removeExpiredCounts } from "../http/guard/rate-limits.ts"
import { forgetOldMails, mailWorker } from "../world/mail.ts"
import { type Deadline, dailyAt, everyMinutes } from "./deadline.ts"
import type { Worker } from "./worker.ts"
import { articleWorker } from "./workers/articles.ts"
import { chatWorker } from "./workers/chat.ts"
import { importWorker } from "./workers/imports.ts"
import { erasePictureWorker, issueWorker, submissionWorker } from "./workers/leads.ts"
import { eraseOriginalsWorker } from "./workers/originals.ts"
import { erasePhotosWorker } from "./workers/photos.ts"
import { pushWorker } from "./workers/push.ts"
import { shopDeadlines, shopWorkers } from "./workers/shop.ts"
import { sourceDeadlines, sourceWorkers } from "./workers/sources.ts"

/** Workers for queued jobs. */
export function workers(): readonly Worker[] {
  return [
    mailWorker(),
    submissionWorker(),
    issueWorker(),
    articleWorker(),
    erasePictureWorker(),
    importWorker(),
    eraseOriginalsWorker(),
    erasePhotosWorker(),
    pushWorker(),
    chatWorker(),
    ...shopWorkers(),
    ...sourceWorkers(),
  ]
}

/**
 * Scheduled work.
 * @param pruneAuth removes expired codes, sessions and attempts of the auth service
 */
export function deadlines(pruneAuth: () => Promise<void>): readonly Deadline[] {
  return [
    {
      name: "boards-midnight",
      next: async (_world, after) => nextMidnight(after),
      run: (world) => maintainBoards(world),
    },
    {
      name: "season-closing",
      next: async ({ db }, after) => {
        const at = await nextClosing(db)
        // Overdue after downtime, so it runs soon.
        return at && at <= after ? new Date(after.getTime() + 20_000) : at
      },
      run: (world) => closeDue(world),
    },
    {
      // Who passed whom, milestones, and seasons that are over.
      name: "happenings",
      next: everyMinutes(1),
      run: (world) => noteHappenings(world),
    },
    {
      // Prizes that were not claimed, or whose winner has left.
      name: "prizes-passing-on",
      next: everyMinutes(15),
      run: (world) => passOn(world),
    },
    {
      name: "demo-training",
      next: everyMinutes(5),
      run: (world) => trainDemo(world),
    },
    {
      // For orders whose job was lost when its process ended.
      name: "submissions-unmailed",
      next: everyMinutes(1),
      run: (world) => mailSubmissions(world),
    },
    ...shopDeadlines,
    ...sourceDeadlines,
    {
      name: "reply-promises",
      next: everyMinutes(15),
      run: (world) => warnBeforePromises(world),
    },
    {
      // Morning in Denver, before working hours.
      name: "morning-mail",
      next: dailyAt(13 * 60),
      run: (world) => mailMorning(world),
    },
    {
      // Failures of archiving, backups and buckets.
      name: "data-troubles",
      next: everyMinutes(5),
      run: (world) => mailTroubles(world),
    },
    {
      name: "event-reminders",
      next: everyMinutes(15),
      run: (world) => remind(world),
    },
    {
      // To each member in the evening of their own time zone.
      name: "competition-notices",
      next: everyMinutes(60),
      run: (world) => sendNotices(world),
    },
    {
      name: "changed-sessions",
      next: everyMinutes(1),
      run: (world) => pushEventChanges(world),
    },
    {
      // To each member at their own day and hour, and minute by minute within it.
      name: "weeks-of-members",
      next: everyMinutes(5),
      run: (world) => sendWeeks(world),
    },
    {
      // On Monday mornings.
      name: "weeks-of-chats",
      next: everyMinutes(5),
      run: (world) => queueWeeks(world),
    },
    {
      name: "originals-sweep",
      next: everyMinutes(24 * 60),
      run: (world) => sweepOriginals(world),
    },
    {
      name: "hourly-cleaning",
      next: everyMinutes(60),
      run: async (world, at) => {
        await removeExpiredCounts(world.db, at)
        await forgetOldMails(world.db, at)
        await forgetNotices(world.db, at)
        await forgetPushes(world.db, at)
        await forgetPosts(world)
        await forgetHappenings(world.db)
        await deleteExpiredLeads(world)
        await deleteUnusedPictures(world)
        await deleteExpiredSignups(world)
        await deleteExpiredOrders(world)
        await giveUpUploads(world)
        await pruneCookieSessions(world.db, at)
        await tidyTokens(world.db, at)
        await tidyUploadKeys(world.db, at)
        await pruneAuth()
      },
    },
  ]
}
