import { type DataAsking, type OpenData, openData } from "./data-database.ts"

/** The Data API on clubs that a test changes. */
export interface OpenChanges extends OpenData {
  /** Restores the first two clubs, and nothing else. */
  reset(): Promise<unknown>
  /** The current clubs: `1 Harriers 3, 2 Owls 1`. */
  clubs(): Promise<string>
  /** Status, code or Content-Range, and Preference-Applied in one text; then the body, unless it is a refusal. */
  told(line: string, asking?: DataAsking): Promise<unknown[]>
}

/** The clubs before a test changes them. */
export const twoClubs = "1 Harriers 3, 2 Owls 1"

/** The request, with the header Prefer. */
export const prefer = (text: string, more: DataAsking = {}): DataAsking => ({
  ...more,
  headers: { ...more.headers, prefer: text },
})

export async function openChanges(): Promise<OpenChanges> {
  const data = await openData(
    `create table clubs (id integer primary key, name text unique default 'Nameless', level integer default 1);
     create table "my results" (club integer, race integer, time_s integer, primary key (club, race));
     create view club_names as select id, name from clubs;
     create table marks (note text)`,
    { plans: true, changesOfAllRows: true },
  )
  return {
    ...data,
    reset: () =>
      data.database.db.query(`delete from arena.clubs; delete from arena."my results"; delete from arena.marks;
        insert into arena.clubs values (1, 'Harriers', 3), (2, 'Owls', 1)`),
    async clubs() {
      const [row] = await data.database.db.query(
        "select coalesce(string_agg(concat_ws(' ', id, name, coalesce(level::text, '-')), ', ' order by id), '') as all from arena.clubs",
      )
      return row?.all as string
    },
    async told(line, asking = {}) {
      const { status, code, body, headers } = await data.ask(line, asking)
      const range = code ?? headers.get("content-range") ?? "no range"
      const head = [status, range, headers.get("preference-applied")].filter(Boolean).join(" ")
      return code === undefined ? [head, body] : [head]
    },
  }
}
