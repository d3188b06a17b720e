import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type JobKind, jobOf } from '@ruam/contract/jobs.ts'
import type { Sentence } from '@ruam/contract/platform/sentence.ts'
import type { Db } from '../database/db.ts'
import type { JobRow } from './queries.ts'

/** Placeholders of a job's title by name, and the variant for kinds with several sentences. */
export interface TitleFill {
  sentence?: string
  words?: Record<string, string>
}

/** Fills titles of jobs of one kind in a language, in their order. */
export type FillTitles = (db: Db, storeId: number, jobs: JobRow[], language: Language) => Promise<TitleFill[]>

const people: Record<Language, (total: number | null) => string> = {
  th: (total) => (total === null ? 'ลูกค้า' : `ลูกค้า ${total.toLocaleString('en')} ราย`),
  en: (total) => (total === null ? 'customers' : `${total.toLocaleString('en')} customer${total === 1 ? '' : 's'}`),
}

/** Returns the titles of jobs in a language. */
export async function titlesOf(
  works: Partial<Record<JobKind, { titles?: FillTitles }>>,
  db: Db,
  storeId: number,
  jobs: JobRow[],
  language: Language,
): Promise<string[]> {
  const titles = new Map<JobRow, string>()
  for (const [kind, group] of Map.groupBy(jobs, (job) => job.kind)) {
    const fills = (await works[kind]?.titles?.(db, storeId, group, language)) ?? []
    for (const [place, job] of group.entries()) titles.set(job, jobTitleOf(job, fills[place] ?? {}, language))
  }
  return jobs.map((job) => titles.get(job)!)
}

/** The title of one job, filled. */
export function jobTitleOf(
  job: Pick<JobRow, 'kind' | 'total'>,
  { sentence, words }: TitleFill,
  language: Language,
): string {
  const { title } = jobOf(job.kind)
  const chosen = (sentence === undefined ? title : (title as Record<string, Sentence>)[sentence]) as Sentence
  const filled = { people: people[language](job.total), names: '', ...words }
  return chosen[language].replace(/\{(\w+)\}/g, (_, word: string) => filled[word as keyof typeof filled] ?? '').trim()
}

/** Placeholder for deleted things in titles. */
const gone: Sentence = { th: '(ลบไปแล้ว)', en: '(deleted)' }

const MAX_NAMES = 3

/** The names of some things in a row, the first few of many. */
export function jobNamesOf(known: ReadonlyMap<number, string>, ids: readonly number[], language: Language): string {
  const names = ids.slice(0, MAX_NAMES).map((id) => known.get(id) ?? gone[language])
  const more = ids.length - names.length
  return more > 0 ? `${names.join(', ')} +${more}` : names.join(', ')
}

/** For jobs that carry the name of what they are about. */
export const namedByRequest: FillTitles = async (_db, _storeId, jobs) =>
  jobs.map(({ request }) => ({ words: { names: (request as { name: string }).name } }))
