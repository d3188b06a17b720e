import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Job } from '@ruam/contract/jobs.ts'
import { type Notification, notices } from '@ruam/contract/notifications.ts'
import type { NoticeDeclaration } from '@ruam/contract/platform/notice.ts'
import type { Db } from '../database/db.ts'
import { namesFor } from './names.ts'
import type { NoticeRow, Reader } from './queries.ts'

/** The jobs of a store as calls answer them; those of kinds that only their features show are not among them. */
export type ViewJobs = (
  db: Db,
  storeId: number,
  ids: readonly number[],
  reader: Reader,
  language: Language,
) => Promise<Job[]>

const byKind = new Map(notices.map((declared) => [declared.kind, declared]))

/** Notices as calls answer them. */
export async function viewNotices(
  db: Db,
  storeId: number,
  rows: readonly NoticeRow[],
  { reader, language, viewJobs }: { reader: Reader; language: Language; viewJobs: ViewJobs },
): Promise<Notification[]> {
  const declared = rows.map((row) => ({ ...row, declared: byKind.get(row.kind)! }))
  const jobIds = rows.flatMap(({ data }) => data.job_id ?? [])
  const jobs = new Map((await viewJobs(db, storeId, jobIds, reader, language)).map((job) => [job.id, job]))
  const titles = new Map([...jobs].map(([id, { title }]) => [id, title]))
  const nameOf = await namesFor(db, storeId, declared, titles, language)
  return declared.map(({ declared, ...row }) => {
    const { names, says, topic } = declared
    const named = Object.entries(names).map(([hole, [what, key]]) => [hole, nameOf(what, row.data[key]!)] as const)
    const values: Record<string, string> = {
      ...Object.fromEntries(Object.entries(row.data).map(([key, value]) => [key, value.toLocaleString('en')])),
      ...Object.fromEntries(named),
    }
    const fill = (sentence: string) => sentence.replace(/\{(\w+)\}/g, (_, hole: string) => values[hole] ?? '')
    const said = says[row.ending]
    return {
      id: row.id,
      kind: row.kind,
      topic,
      ending: row.ending,
      title: fill(said?.title[language] ?? ''),
      text: fill(said?.text[language] ?? ''),
      at: row.at,
      read: row.read,
      leads_to: leadingTo(declared, row),
      job: jobs.get(row.data.job_id ?? 0) ?? null,
    }
  })
}

function leadingTo({ leadsTo }: NoticeDeclaration, { data }: NoticeRow): Notification['leads_to'] {
  if (!leadsTo) return null
  const { screen, param, id } = leadsTo
  return { screen, param: param ?? null, id: id === undefined ? null : (data[id] ?? null) }
}
