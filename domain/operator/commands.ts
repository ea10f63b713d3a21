import type { Role } from "./roles.ts"

interface CommandRule {
  needs: Role
  /** A host may give it for the own events, whatever it needs of others. The database knows them by "event.". */
  hosts?: true
  /** Requires a second factor within the last ten minutes: money, erasure, roles. */
  proof?: true
  /** Recorded every time, because reading personal data is part of the response. */
  everyTime?: true
  /** For the journal: "counted an activity". */
  says: string
}

/**
 * Every command of operators by its name in the journal. The rules are checked by `act` and again by the database when the
 * entry is written (private.check_operator).
 */
export const commands = {
  "review.count": { needs: "helper", says: "counted an activity" },
  "review.decline": { needs: "helper", says: "declined an activity" },
  "review.reset": { needs: "helper", says: "returned an activity to the rules" },
  "review.note": { needs: "helper", says: "noted something on an activity" },
  "review.answer": { needs: "helper", says: "replied to an objection" },
  "review.file": { needs: "helper", says: "read an original recording" },
  "review.export": { needs: "helper", says: "exported activities" },
  "report.hide": { needs: "moderator", says: "hid what was reported" },
  "report.keep": { needs: "moderator", says: "kept what was reported" },
  "report.reopen": { needs: "moderator", says: "put reports back into the queue" },
  "report.reply": { needs: "moderator", says: "replied to an objection to a decision" },
  "member.mute": { needs: "moderator", says: "muted a member" },
  "member.unmute": { needs: "moderator", says: "ended a mute" },
  "comments.switch": { needs: "owner", says: "changed whether members can comment" },
  "season.close": { needs: "owner", says: "closed a season" },
  "season.disqualify": { needs: "owner", says: "disqualified an athlete" },
  "season.reinstate": { needs: "owner", says: "reinstated an athlete" },
  "season.clear": { needs: "owner", says: "found a day right before awarding" },
  "season.doubt": { needs: "owner", says: "put a day back to be checked" },
  "person.tie": { needs: "owner", says: "changed whether an athlete can win" },
  "season.prizes": { needs: "owner", says: "changed the prizes of a season" },
  "race.add": { needs: "owner", says: "added a side race" },
  "race.change": { needs: "owner", says: "changed a side race" },
  "race.end": { needs: "owner", says: "ended a side race" },
  "race.resume": { needs: "owner", says: "resumed a side race" },
  "team.transfer": { needs: "owner", says: "moved an athlete to another team" },
  "season.message": { needs: "owner", says: "wrote to the winners" },
  "prize.ship": { needs: "owner", says: "shipped a prize" },
  "prize.decline": { needs: "owner", says: "passed on a prize for its winner" },
  "prize.extend": { needs: "owner", says: "changed the last day to claim a prize" },
  "prize.address": { needs: "owner", says: "corrected where a prize goes" },
  "prize.tracking": { needs: "owner", says: "corrected a tracking number" },
  "people.export": { needs: "owner", says: "exported a list of people" },
  "journal.export": { needs: "owner", says: "exported the journal" },
  "prize.export": { needs: "owner", says: "exported addresses of winners" },
  "person.read": { needs: "owner", everyTime: true, says: "opened a person's page" },
  "person.view": { needs: "owner", says: "viewed the site as a member" },
  "person.export": { needs: "owner", proof: true, says: "exported a person's data" },
  "person.ban": { needs: "owner", says: "banned an account" },
  "person.unban": { needs: "owner", says: "lifted a ban" },
  "person.confirm": { needs: "owner", says: "confirmed an address" },
  "person.erase": { needs: "owner", proof: true, says: "erased a person" },
  "mail.resend": { needs: "owner", says: "sent an email again" },
  "person.erase-address": { needs: "owner", proof: true, says: "erased a person without an account" },
  "person.import": { needs: "owner", says: "imported recordings for a member" },
  "photo.show": { needs: "helper", says: "approved a photo" },
  "photo.decline": { needs: "helper", says: "declined a photo" },
  "photo.review": { needs: "owner", says: "changed whether photos are reviewed" },
  "competition.repair": { needs: "owner", says: "recalculated all results" },
  "accounts.export": { needs: "owner", proof: true, says: "exported all accounts" },
  "keys.rotate": { needs: "owner", proof: true, says: "made a new signing key" },
  "source.subscribe": { needs: "owner", says: "asked a service for its events" },
  "source.unsubscribe": { needs: "owner", says: "ended the events of a service" },
  "source.release": { needs: "owner", says: "let activities leave that a service no longer lists" },
  "backup.make": { needs: "owner", says: "made a backup" },
  "job.retry": { needs: "owner", says: "retried a job" },
  "job.drop": { needs: "owner", says: "dropped a job" },
  "job.keep": { needs: "owner", says: "put a dropped job back" },
  "inbox.reopen": { needs: "helper", says: "put a message back to new" },
  "inbox.review": { needs: "helper", says: "took a message into review" },
  "inbox.accept": { needs: "helper", says: "accepted a message" },
  "inbox.decline": { needs: "helper", says: "declined a message" },
  "inbox.spam": { needs: "helper", says: "marked a message as spam" },
  "inbox.answer": { needs: "helper", says: "answered a message by email" },
  "inbox.note": { needs: "helper", says: "noted something on a message" },
  "inbox.export": { needs: "helper", says: "exported messages" },
  "order.refund": { needs: "owner", proof: true, says: "refunded an order" },
  "order.cancel": { needs: "owner", proof: true, says: "ended a subscription" },
  "order.receipt": { needs: "owner", says: "sent a receipt again" },
  "order.fulfill": { needs: "owner", says: "changed how far an order is" },
  "order.note": { needs: "owner", says: "noted something on an order" },
  "order.export": { needs: "owner", says: "exported orders" },
  "event.check-in": { needs: "helper", hosts: true, says: "checked somebody in" },
  "event.check-out": { needs: "helper", hosts: true, says: "undid a check-in" },
  "event.walk-in": { needs: "helper", hosts: true, says: "added a walk-in" },
  "event.guests": { needs: "helper", hosts: true, says: "changed the guests of a spot" },
  "event.free": { needs: "helper", hosts: true, says: "freed a spot" },
  "event.seat": { needs: "helper", hosts: true, says: "gave somebody in line a spot" },
  "event.put": { needs: "helper", hosts: true, says: "put somebody on a list" },
  "event.transfer": { needs: "helper", hosts: true, says: "gave a spot to another person" },
  "event.spots": { needs: "owner", hosts: true, says: "changed the capacity of a session" },
  "event.call-off": { needs: "owner", hosts: true, says: "canceled a session" },
  "event.move": { needs: "owner", hosts: true, says: "moved a session" },
  "event.message": { needs: "owner", hosts: true, says: "emailed everyone in a session" },
  "event.add": { needs: "owner", hosts: true, says: "added a date" },
  "event.remove": { needs: "owner", hosts: true, says: "removed an added date" },
  "event.export": { needs: "helper", hosts: true, says: "exported who comes" },
  "newsletter.write": { needs: "owner", says: "wrote a newsletter" },
  "newsletter.test": { needs: "owner", says: "sent a test of a newsletter" },
  "newsletter.schedule": { needs: "owner", says: "scheduled a newsletter" },
  "newsletter.pause": { needs: "owner", says: "paused a newsletter" },
  "newsletter.resume": { needs: "owner", says: "resumed a newsletter" },
  "newsletter.cancel": { needs: "owner", says: "stopped a newsletter" },
  "newsletter.retry": { needs: "owner", says: "resent a newsletter to everyone it failed to reach" },
  "newsletter.picture": { needs: "owner", says: "added a picture to a newsletter" },
  "newsletter.hide": { needs: "owner", says: "took a newsletter out of the archive" },
  "newsletter.show": { needs: "owner", says: "put a newsletter back into the archive" },
  "newsletter.clicks": { needs: "owner", says: "changed whether clicks are counted" },
  "newsletter.import": { needs: "owner", says: "imported subscribers" },
  "newsletter.unimport": { needs: "owner", says: "undid an import of subscribers" },
  "newsletter.suppress": { needs: "owner", says: "stopped all newsletters to an address" },
  "newsletter.unsuppress": { needs: "owner", says: "let an address sign up again" },
  "newsletter.export": { needs: "owner", says: "exported readers of newsletters" },
  "role.grant": { needs: "owner", proof: true, says: "gave a role" },
  "role.events": { needs: "owner", proof: true, says: "changed the events of a host" },
  "role.remove": { needs: "owner", proof: true, says: "took a role away" },
} as const satisfies Record<string, CommandRule>

export type CommandName = keyof typeof commands

export function ruleOf(command: CommandName): CommandRule {
  return commands[command]
}
