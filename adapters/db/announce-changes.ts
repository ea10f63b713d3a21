import type { Db } from "#ports/db.ts"

/** Names of event triggers. Each calls the function of the same name in schema extensions. */
const events = { pgrst_ddl_watch: "ddl_command_end", pgrst_drop_watch: "sql_drop" }

/** A list for SQL: the event triggers that `announceChanges` recreates wherever they are missing. */
export const announcers = Object.keys(events)
  .map((name) => `'${name}'`)
  .join(", ")

/**
 * Creates event triggers that notify the Data API of schema changes. Does nothing if the owner may not create event
 * triggers, as on most managed servers; the Data API then reloads the catalog when it meets an unknown name. The caller
 * holds the migration lock, so processes run this one at a time.
 */
export async function announceChanges(db: Db): Promise<void> {
  for (const [name, event] of Object.entries(events)) {
    await db.query(`do $$ begin
      if to_regprocedure('extensions.${name}()') is not null
        and not exists (select from pg_event_trigger where evtname = '${name}') then
        create event trigger ${name} on ${event} execute function extensions.${name}();
      end if;
    exception when insufficient_privilege then null;
    end $$`)
  }
}
