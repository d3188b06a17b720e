import { draft as stored } from '../../../data/storage.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import type { Draft } from './mapping-draft.ts'

interface Kept {
  /** Mapping that the answers were given for. */
  of: string
  draft: Draft
}

/** Storage of a mapping's unsaved answers in this browser; `name` tells mappings apart. */
export const keptDraft = (name: string, storeId: number) => stored<Kept>(`mapping.${name}`, storeId)

/** Text that differs once the file, its columns or the saved mapping differ. */
export const stampOf = ({ sourceSchema, mapping, saved }: MappingAnswer) =>
  JSON.stringify([saved, sourceSchema.map(({ name }) => name), mapping])
