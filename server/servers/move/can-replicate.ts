import { asOwner } from '../database-servers.ts'

interface Abilities {
  version: number
  wal_level: string
  superuser: boolean
  sends: boolean
  subscribes: boolean
  free_slots: number
}

const ABILITIES = `
  select current_setting('server_version_num')::int as version, current_setting('wal_level') as wal_level, r.rolsuper as superuser,
    -- Reads the rows of a store past the wall, and its changes.
    r.rolsuper or (r.rolreplication and r.rolbypassrls) as sends,
    r.rolsuper or (r.rolbypassrls and exists (select from pg_roles p where p.rolname = 'pg_create_subscription' and pg_has_role(r.rolname, p.oid, 'member'))) as subscribes,
    (current_setting('max_replication_slots')::int - (select count(*) from pg_replication_slots))::int as free_slots
  from pg_roles r where r.rolname = current_user`

const abilitiesOf = async (url: string): Promise<Abilities> =>
  (await asOwner(url, (client) => client.query<Abilities>(ABILITIES))).rows[0]!

/** Returns why a store cannot be moved by logical replication, as the end of a sentence; undefined if it can. */
export async function reasonAgainst(
  source: { id: number; powerUrl: string },
  target: { id: number; powerUrl: string },
): Promise<string | undefined> {
  const [from, to] = [await abilitiesOf(source.powerUrl), await abilitiesOf(target.powerUrl)]
  if (from.version < 150_000 || to.version < 150_000) return 'both servers need PostgreSQL 15 or later'
  if (from.wal_level !== 'logical')
    return `server ${source.id} runs with wal_level = ${from.wal_level}: set it to logical and restart that server`
  if (from.free_slots < 3)
    return `server ${source.id} has no replication slots left: raise max_replication_slots and restart that server`
  if (!from.sends) return `its role on server ${source.id} lacks the attributes REPLICATION and BYPASSRLS`
  if (!to.subscribes)
    return `its role on server ${target.id} lacks the attribute BYPASSRLS or membership of pg_create_subscription`
  return undefined
}
