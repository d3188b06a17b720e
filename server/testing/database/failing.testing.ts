import { type TestStore, testServer } from '../store.testing.ts'

/** Makes PostgreSQL refuse the rows of a store that meet a condition, by a trigger that raises the state, until disposed. */
export async function failRows(
  { storeId }: TestStore,
  table: string,
  condition: string,
  state: string,
): Promise<AsyncDisposable> {
  const { admin } = await testServer()
  const name = `fail_${table}_${storeId}`
  await admin.query(`
    create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${state}', message = 'refused by a test'; end $$;
    create trigger ${name} before insert or update on ${table} for each row
      when (new.store_id = ${storeId} and ${condition}) execute function ${name}()`)
  return {
    [Symbol.asyncDispose]: async () => {
      await admin.query(`drop trigger ${name} on ${table}; drop function ${name}()`)
    },
  }
}
