import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { ExampleField, ExampleStore } from './example-store.ts'
import { Table } from './Table.tsx'
import { text } from './text.ts'

/** Fields of the store that programs may send: of customers, or of each activity type. */
export function FieldTables({ store, activities }: { store: ExampleStore; activities: boolean }) {
  const t = useWords(text)
  const maySee = useMayCall(profileFields.list)
  const rowsOf = (fields: readonly ExampleField[]) =>
    fields.map(({ name, type, title }) => [{ text: name, code: true }, { text: type }, { text: title }])
  const head = [t.name, t.type, t.meaning]
  if (!activities)
    return (
      <>
        {!maySee && <p>{t.noFields}</p>}
        <Table head={head} rows={rowsOf(store.fields)} />
      </>
    )
  if (store.activityTypes.length === 0) return <p>{t.noTypes}</p>
  return store.activityTypes.map(({ id, name, fields }) => (
    <section key={id}>
      <h3>
        {name} <code>{id}</code>
      </h3>
      {fields.length > 0 && <Table head={head} rows={rowsOf(fields)} />}
    </section>
  ))
}
