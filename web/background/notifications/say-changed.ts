import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { call } from '../../data/api.ts'
import { words, wordsNow } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import './changed-row.css'

const live = words({
  changedBy: ['{name} เพิ่งแก้ไขลูกค้ารายนี้', '{name} has just changed this customer'],
  changed: ['ลูกค้ารายนี้เพิ่งถูกแก้ไข', 'This customer has just been changed'],
  goneBy: ['{name} เพิ่งลบลูกค้ารายนี้ หรือรวมกับอีกราย', '{name} has just deleted this customer, or merged it into another'],
  gone: ['ลูกค้ารายนี้เพิ่งถูกลบ หรือรวมกับอีกราย', 'This customer has just been deleted, or merged into another'],
  by: ['{name} เพิ่งแก้ไข', 'Changed by {name}'],
  justNow: ['เพิ่งแก้ไข', 'Just changed'],
  doneBy: ['{name} ทำเสร็จแล้ว: {customer}', 'Done by {name}: {customer}'],
})

/** Milliseconds for which a row of a list says who changed it. */
const MARKED_MS = 6000
/** Names by person: most changes of a day come from few. */
const names = new Map<number, string>()

/** Returns the name of who changed a customer; undefined for programs and former colleagues. */
export async function nameOfColleague(id: number, by: number | null): Promise<string | undefined> {
  if (by === null) return undefined
  if (!names.has(by)) {
    const params = { id }
    const history = await call(profileHistory.list, { params, query: { limit: 1 } }).catch(() => undefined)
    const name = history?.people.find(({ userId }) => userId === by)?.name ?? (await lastAuthor(id))
    if (name === undefined) return undefined
    names.set(by, name)
  }
  return names.get(by)
}

/** A visit, a sale or a note is no entry of the history. */
async function lastAuthor(id: number): Promise<string | undefined> {
  const sent = { params: { id, activityId: 0 }, query: { limit: 1, sortBy: 'created_at' } } as const
  const page = await call(profileActivities.list, sent).catch(() => undefined)
  const source = page?.data[0]?.source
  return source?.type === 'user' ? (source.name ?? undefined) : undefined
}

/** Says who changed a customer: by an alert where the customer is open, in the row where a list shows it. */
export async function sayChanged(id: number, nameOf: () => Promise<string | undefined>): Promise<void> {
  const rows = [...document.querySelectorAll<HTMLElement>(`[data-list='customers'] [data-key="${id}"]`)]
  const open = new RegExp(`/profile-(detail|edit)/${id}(/|$)`).test(location.pathname)
  if (!open && rows.length === 0) return
  const name = await nameOf()
  const t = wordsNow(live)
  for (const row of rows) mark(row, name ? t.by({ name }) : t.justNow)
  if (!open) return
  const there = await call(profiles.get, { params: { id } }).then(
    ({ deletedAt }) => !deletedAt,
    () => false,
  )
  const said = there ? (name ? t.changedBy({ name }) : t.changed) : name ? t.goneBy({ name }) : t.gone
  alerts.download(said, { id: `changed-${id}` })
}

/** Says who has worked off customers of a work list, after it was read. */
export async function sayDone(kind: WorkListKind, ids: ReadonlyMap<number, unknown>): Promise<void> {
  const done = await call(workListCalls.list, { query: { kind, done: 'true', limit: 10 } }).catch(() => undefined)
  const newest = done?.data.find(({ id }) => ids.has(id))
  if (newest?.done?.by)
    alerts.download(wordsNow(live).doneBy({ name: newest.done.by, customer: newest.name }), { id: 'done' })
}

/** The attribute is not React's, so a row that is drawn again keeps it. */
function mark(row: HTMLElement, said: string) {
  row.dataset.changed = said
  setTimeout(() => {
    if (row.dataset.changed === said) delete row.dataset.changed
  }, MARKED_MS)
}
