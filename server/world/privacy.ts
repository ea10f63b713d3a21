import { exportCalendarAddress } from "#domain/calendar/address.ts"
import { exportChats } from "#domain/chat/addresses.ts"
import { eraseCommunity, eraseReportsOf, exportCommunity } from "#domain/community/privacy.ts"
import { revokeOnErase } from "#domain/competition/intake/connections/disconnect.ts"
import { exportStrengthLogs } from "#domain/competition/intake/strength-logs.ts"
import { eraseOriginalsOf, exportOriginals } from "#domain/competition/originals/privacy.ts"
import { exportCompetition } from "#domain/competition/privacy.ts"
import { exportPrivateRaces } from "#domain/competition/private-races/export.ts"
import { eraseFromPrivateRaces } from "#domain/competition/private-races/leave.ts"
import { eraseSpots, exportSpots } from "#domain/events/privacy.ts"
import { eraseLeads, exportLeads } from "#domain/leads/privacy.ts"
import { exportMember } from "#domain/members/member.ts"
import { exportTokens } from "#domain/members/personal-tokens.ts"
import { erasePhotosOf, exportPhoto } from "#domain/members/photo.ts"
import type { PersonalData } from "#domain/members/privacy.ts"
import { exportNotices } from "#domain/notices/privacy.ts"
import type { AddressData } from "#domain/operator/people/erase-address.ts"
import { eraseJournalValues, exportJournal } from "#domain/operator/privacy.ts"
import { erasePublished, exportPublished } from "#domain/publishing/privacy.ts"
import { eraseOrders, exportOrders } from "#domain/shop/privacy.ts"
import { eraseRecipient, exportMails } from "./mail.ts"

/**
 * Every part of the product that stores personal data, in the order in which it is erased; the account is last. If you
 * add a table with personal data, add an entry here.
 */
export const personalData: readonly PersonalData[] = [
  {
    name: "leads",
    onExport: exportLeads,
    onErase: (_world, db, person) => eraseLeads(db, person),
  },
  {
    name: "events",
    onExport: exportSpots,
    onErase: eraseSpots,
  },
  {
    name: "published",
    onExport: exportPublished,
    onErase: erasePublished,
  },
  {
    name: "orders",
    onExport: exportOrders,
    onErase: eraseOrders,
  },
  { name: "competition", onExport: exportCompetition },
  { name: "privateRaces", onExport: exportPrivateRaces, onErase: eraseFromPrivateRaces },
  {
    name: "mails",
    onExport: exportMails,
    onErase: (_world, db, person) => eraseRecipient(db, person),
  },
  {
    name: "operators",
    onExport: exportJournal,
    onErase: (_world, db, person) => eraseJournalValues(db, person),
  },
  { name: "community", onExport: exportCommunity, onErase: eraseCommunity },
  { name: "notices", onExport: exportNotices },
  { name: "strengthLogs", onExport: exportStrengthLogs },
  { name: "recordings", onExport: exportOriginals, onErase: eraseOriginalsOf },
  { name: "tokens", onExport: exportTokens },
  { name: "chats", onExport: exportChats },
  { name: "calendar", onExport: exportCalendarAddress },
  { name: "photo", onExport: exportPhoto, onErase: erasePhotosOf },
  { name: "member", onExport: (db, person) => exportMember(db, person.id), onErase: revokeOnErase },
]

/** The parts that store data about people without an account, by email address. */
export const addressData: readonly AddressData[] = [
  (_world, db, email) => eraseLeads(db, { email }),
  (world, db, email) => erasePublished(world, db, { email }),
  (world, db, email) => eraseSpots(world, db, { id: null, email }),
  (world, db, email) => eraseOrders(world, db, { id: null, email }),
  (_world, db, email) => eraseRecipient(db, { email }),
  (_world, db, email) => eraseJournalValues(db, { id: null, email }),
  (_world, db, email) => eraseReportsOf(db, email),
]
