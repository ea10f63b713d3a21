import { SUPERUSER } from "../embedded/cluster.ts"

/** Settings whose stored value is an already quoted list. */
const lists = "('search_path', 'temp_tablespaces', 'session_preload_libraries', 'local_preload_libraries')"

/** `set <name> to <value>` from the element `o` of a list of settings. */
const setting = `format('set %s to %s', split_part(o, '=', 1),
  case when split_part(o, '=', 1) in ${lists} then coalesce(nullif(substr(o, strpos(o, '=') + 1), ''), '''''')
    else quote_literal(substr(o, strpos(o, '=') + 1)) end)`

/** Queries whose rows are the statements that recreate roles and settings. */
export const roleQueries = {
  ofServer: [
    `select format('create role %I', rolname) as statement from pg_roles where oid >= 16384 order by 1`,
    // The superuser keeps its new password, which was stored when the new server was created.
    `select concat(format('alter role %I with', rolname),
       case when rolsuper then ' superuser' else ' nosuperuser' end,
       case when rolinherit then ' inherit' else ' noinherit' end,
       case when rolcreaterole then ' createrole' else ' nocreaterole' end,
       case when rolcreatedb then ' createdb' else ' nocreatedb' end,
       case when rolcanlogin then ' login' else ' nologin' end,
       case when rolreplication then ' replication' else ' noreplication' end,
       case when rolbypassrls then ' bypassrls' else ' nobypassrls' end,
       format(' connection limit %s', rolconnlimit),
       ' password ' || quote_literal(rolpassword), ' valid until ' || quote_literal(rolvaliduntil)) as statement
     from pg_authid where oid >= 16384 order by 1`,
    // Membership options exist since version 16.
    `select concat(format('grant %I to %I', r.rolname, u.rolname),
       format(' with admin %s', m.admin_option::text),
       ', inherit ' || (to_jsonb(m)->>'inherit_option'), ', set ' || (to_jsonb(m)->>'set_option')) as statement
     from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles u on u.oid = m.member
     where m.member >= 16384 or m.roleid >= 16384 order by 1`,
    `select format('alter role %I %s', r.rolname, ${setting}) as statement
     from pg_db_role_setting x join pg_roles r on r.oid = x.setrole, unnest(x.setconfig) o
     where x.setdatabase = 0 order by 1`,
  ],
  ofDatabase: [
    `select case when x.setrole = 0 then format('alter database %I %s', d.datname, ${setting})
       else format('alter role %I in database %I %s', r.rolname, d.datname, ${setting}) end as statement
     from pg_db_role_setting x join pg_database d on d.oid = x.setdatabase left join pg_roles r on r.oid = x.setrole,
       unnest(x.setconfig) o
     where d.datname = current_database() order by 1`,
    `select format('alter database %I owner to %I', datname, pg_get_userbyid(datdba)) as statement from pg_database
     where datname = current_database() and pg_get_userbyid(datdba) <> '${SUPERUSER}'`,
    `select format('alter database %I connection limit %s', datname, datconnlimit) as statement from pg_database
     where datname = current_database() and datconnlimit <> -1`,
  ],
}
