// Describes lost, duplicated or foreign rows after moves.
import type { MovesScene } from './moves-scene.ts'
import type { WorkedStore } from './moves-store.ts'

/** Compares the acknowledged writes of a store so far with its rows. Writers may continue meanwhile. */
export async function faultsSoFar(scene: MovesScene, store: WorkedStore): Promise<string[]> {
  const { id: storeId } = store
  const sure = [...store.customers].flatMap(([name, { id }]) => (id === undefined ? [] : [name]))
  const edits = [...store.customers].map(([name, customer]) => ({ name, ...structuredClone(customer) }))
  const phones = [...store.phones]
  const ask = <T extends object>(sql: string, values: unknown[] = []) =>
    scene.ask<T & Record<string, unknown>>(storeId, sql, [storeId, ...values])
  const faults: string[] = []
  const people = await ask<{ name: string; last: string; n: number }>(
    "select first_name as name, max(last_name) as last, count(*)::int as n from profile where store_id = $1 and first_name like 'ลูกค้า %-%' group by 1",
  )
  const found = new Map(people.map((one) => [one.name, one]))
  for (const name of sure) if (!found.has(name)) faults.push(`customer ${name} is lost`)
  for (const { name, n } of people) {
    if (n > 1) faults.push(`customer ${name} is there ${n} times`)
    if (!name.startsWith(`ลูกค้า ${storeId}-`)) faults.push(`customer ${name} is foreign`)
  }
  const written = await ask<{ id: number; n: number }>(
    "select subject_id::bigint as id, count(*)::int as n from audit_log where store_id = $1 and action = 'profile_changed' group by 1",
  )
  const counts = new Map(written.map(({ id, n }) => [id, n]))
  for (const { name, id, edits: accepted } of edits) {
    if (id === undefined) continue
    const last = Number(/\d+/.exec(found.get(name)?.last ?? '')?.[0] ?? 0)
    const least = accepted.at(-1) ?? 0
    if (last < least) faults.push(`edit ${least} of ${name} is lost: it has ${last}`)
    if ((counts.get(id) ?? 0) < accepted.length)
      faults.push(`${accepted.length} edits of ${name} were accepted, ${counts.get(id) ?? 0} are in its audit log`)
  }
  const sent = await ask<{ phone: string; n: number }>(
    'select phone, count(*)::int as n from profile where store_id = $1 and phone = any($2) and deleted_at is null group by 1 having count(*) > 1',
    [phones],
  )
  for (const { phone, n } of sent) faults.push(`${phone} is there ${n} times`)
  return faults
}

/** Compares everything, once all writers have stopped and no job waits. */
export async function faultsAtTheEnd(scene: MovesScene, store: WorkedStore): Promise<string[]> {
  const { id: storeId } = store
  const ask = <T extends object>(sql: string, values: unknown[] = []) =>
    scene.ask<T & Record<string, unknown>>(storeId, sql, [storeId, ...values])
  const one = async (sql: string, values: unknown[] = []) => (await ask<{ n: number }>(sql, values))[0]!.n
  const faults = [...store.faults, ...store.visitor.odd, ...(await faultsSoFar(scene, store))]
  const differs = (what: string, is: unknown, must: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(must))
      faults.push(`${what}: ${JSON.stringify(is)}, must be ${JSON.stringify(must)}`)
  }
  const names = await ask<{ name: string }>(
    "select first_name as name from profile where store_id = $1 and first_name like 'ลูกค้า %-%'",
  )
  for (const { name } of names) if (!store.customers.has(name)) faults.push(`customer ${name} was not accepted`)
  const written = await ask<{ id: number; n: number }>(
    "select subject_id::bigint as id, count(*)::int as n from audit_log where store_id = $1 and action = 'profile_changed' group by 1",
  )
  const known = new Map([...store.customers.values()].map((customer) => [customer.id, customer]))
  for (const { id, n } of written) {
    const customer = known.get(id)
    if (customer && n > customer.edits.length + customer.unknown.length)
      faults.push(`${n} edits of ${id} are in the audit log, and ${customer.edits.length} were accepted`)
  }
  const refused = await ask<{ error: string }>(
    "select distinct r ->> 'error' as error from receipt, jsonb_array_elements(results) r where store_id = $1 and r ->> 'error' is not null",
  )
  for (const { error } of refused) faults.push(`items of the program were refused: ${error}`)
  const items = 'from unnest($2::text[]) u (phone) left join lateral'
  differs(
    'customers of the program',
    await one(
      `select count(*)::int as n ${items} (select count(*) from profile p where p.store_id = $1 and p.phone = u.phone) p (n) on true where p.n = 1`,
      [store.phones],
    ),
    store.phones.length,
  )
  differs(
    'activities of the program',
    await one('select count(*)::int as n from activity where store_id = $1 and type_id = $2', [store.activityType]),
    Math.floor(store.phones.length / 2),
  )
  differs('receipts', new Set(store.receipts).size, store.receipts.length)
  differs(
    'final receipts',
    await one(
      'select count(*)::int as n from receipt where store_id = $1 and id = any($2::bigint[]) and done_at is not null',
      [store.receipts],
    ),
    store.receipts.length,
  )
  const ids = store.events.map(({ webhookEventId }) => webhookEventId)
  differs(
    'events of LINE',
    await one(
      "select count(*)::int as n from online_log where store_id = $1 and external_id = any($2) and status = 'done' and profile_id is not null",
      [ids],
    ),
    ids.length,
  )
  const users = [...new Set(store.events.map(({ source }) => source!.userId))]
  differs(
    'friends of LINE',
    await one(
      `select count(*)::int as n from unnest($2::text[]) u (id)
       where (select count(*) from profile p where p.store_id = $1 and p.line_user_id = u.id) = 1
         and (select count(*) from profile p join activity a on a.store_id = p.store_id and a.profile_id = p.id
           where p.store_id = $1 and p.line_user_id = u.id) = 2`,
      [users],
    ),
    users.length,
  )
  for (const { file, runs } of store.files) {
    differs(
      'customers of a file',
      await one(
        'select count(*)::int as n from profile where store_id = $1 and phone = any($2) and deleted_at is null',
        [file.phones],
      ),
      file.phones.length,
    )
    for (const { kind, stats } of runs)
      for (const [name, count] of Object.entries(file.counts))
        differs(`${name} of a ${kind} run`, stats[name as keyof typeof stats], count)
  }
  return [...faults, ...(await faultsAtLine(scene, store))]
}

/** Each recipient was accepted once by LINE, through the store's own account. */
async function faultsAtLine({ line, ask }: MovesScene, { id: storeId, broadcasts, channel }: WorkedStore) {
  const faults: string[] = []
  for (const [text, id] of broadcasts) {
    const rows = await ask<{ user_id: string; status: string }>(
      storeId,
      'select external_id as user_id, status from broadcast_recipient where store_id = $1 and broadcast_id = $2',
      [storeId, id],
    )
    const sent = line.state.accepted.filter(({ message }) => (message as { text?: string }).text === text)
    const users = new Set(sent.map(({ userId }) => userId))
    const lost = rows.filter(({ user_id }) => !users.has(user_id)).length
    const must = new Set(rows.map(({ user_id }) => user_id))
    if (lost > 0) faults.push(`${text}: ${lost} of ${rows.length} people are without it`)
    if (sent.length > users.size) faults.push(`${text}: ${sent.length - users.size} messages twice`)
    const foreign = sent.filter((one) => one.channelId !== channel.id || !must.has(one.userId)).length
    if (foreign > 0) faults.push(`${text}: ${foreign} messages to people of others`)
    const open = rows.filter(({ status }) => status !== 'accepted').length
    if (open > 0) faults.push(`${text}: ${open} recipients without an outcome`)
  }
  return faults
}
