import type { Db } from "#ports/db.ts"

/** Event triggers, by name; each calls the function of this name in schema extensions. */
const events = { pgrst_ddl_watch: "ddl_command_end", pgrst_drop_watch: "sql_drop" }

/** For a list in SQL: the event triggers that `announceChanges` makes again wherever they are missing. */
export const announcers = Object.keys(events)
  .map((name) => `'${name}'`)
  .join(", ")

/**
 * Has the database tell the Data API what a migration changes, by event triggers. Where the owner may not make them, as on most
 * managed servers, it does nothing: the Data API then looks at the catalog itself when it meets a name that it does not know.
 * Processes take turns under the lock of migrations, which the caller holds.
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
