import type { profileHistory } from '@ruam/contract/customers/history.ts'
import type { Got } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { log } from './log-text.ts'

export type ValueChange = Got<typeof profileHistory.list>['data'][number]

/** Says a change in words: what it was, and by whom or from where. */
export function useChangeText() {
  const t = useWords(log)
  const title = ({ kind, source, fields, labels, otherProfileId, menu }: ValueChange): string => {
    const other = otherProfileId === null ? undefined : { id: String(otherProfileId) }
    switch (kind) {
      case 'created':
        return source.isItem ? t.madeByProgram : source.type === 'run' ? t.madeByFile : t.made
      case 'changed':
        if (fields.length === 0 && labels.length > 0) return t.labelled
        if (source.isItem) return t.changedByProgram({ count: fields.length })
        return source.type === 'run' ? t.changedByFile({ count: fields.length }) : t.changed({ count: fields.length })
      case 'merged':
        return other ? t.merged(other) : t.mergedAny
      case 'unmerged':
        return other ? t.unmerged(other) : t.unmergedAny
      case 'menu':
        return menu?.label ? t.menuOfLabel({ name: menu.name, label: menu.label }) : t.menu({ name: menu?.name ?? '' })
      default:
        return t[kind]
    }
  }
  const by = ({ source: { type, name, rowNo, isItem } }: ValueChange): string => {
    if (type === 'run')
      return [name, rowNo !== null && (isItem ? t.item : t.row)({ row: rowNo })].filter(Boolean).join(' · ')
    if (type === 'user') return name ?? t.somebody
    if (type === 'api_key') return name ?? t.byApi
    if (type === 'automation') return name ? t.byAutomation({ name }) : t.byAnyAutomation
    return name ?? t.bySystem
  }
  return (change: ValueChange) => ({ title: title(change), by: by(change) })
}
