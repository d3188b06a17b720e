import type { Permission } from './permissions.ts'
import type { Sentence } from './sentence.ts'

/** By which the bell groups its notices. */
export const noticeTopics = ['import', 'profile', 'segment', 'broadcast', 'export', 'people', 'store'] as const
/** Outcomes of ended work; anything without failures is completed. */
export const noticeEndings = ['completed', 'cancel', 'failed'] as const
export type NoticeEnding = (typeof noticeEndings)[number]

/** Things whose current name is read with a notification, which keeps only ids and counts. */
export type Named =
  | 'data_source'
  | 'label'
  | 'user'
  | 'role'
  | 'right'
  | 'export'
  | 'job'
  | 'agreement'
  | 'automation'
  | 'broadcast'
  | 'rich_menu'
  | 'channel'
  | 'credential'
  | 'restoration'

/** The single statement of a kind of notice. `notify` on the server writes one with the transaction that ends the thing. */
export interface NoticeDeclaration {
  /** For ever: rows hold it. */
  kind: string
  topic: (typeof noticeTopics)[number]
  /** The right that its reader must hold. */
  readBy: Permission
  /** Only for the person whose thing it is. */
  own?: true
  /** The screen with more of it, and, of a thing with an address of its own, its parameter and the part of the data that fills it. */
  leadsTo: { screen: string; param?: string; id?: string } | null
  /** Ids and counts, by name. */
  data: readonly string[]
  /** {names} of its sentences that are looked up: of what, by which id of the data. Other {names} are those of the data. */
  names: Readonly<Record<string, readonly [Named, string]>>
  /** Sentences per possible outcome. */
  says: Readonly<Partial<Record<NoticeEnding, { title: Sentence; text: Sentence }>>>
}

/** Keeps every literal. */
export function notice<const N extends NoticeDeclaration>(declaration: N): N {
  return declaration
}

const title = { th: '{name}', en: '{name}' }

/** Data and sentences of every job notification; it is named by the job's title. */
export const ofJob = {
  data: ['job_id', 'done', 'changed', 'skipped'],
  names: { name: ['job', 'job_id'] },
  says: {
    completed: {
      title,
      text: { th: 'เปลี่ยน {changed} · ไม่ได้เปลี่ยน {skipped}', en: '{changed} changed · {skipped} not changed' },
    },
    cancel: { title, text: { th: 'หยุดแล้ว · เปลี่ยน {changed}', en: 'Stopped · {changed} changed' } },
    failed: { title, text: { th: 'ทำไม่สำเร็จ', en: 'Failed' } },
  },
} as const satisfies Partial<NoticeDeclaration>
