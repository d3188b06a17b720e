import { seen, seenKinds } from '@ruam/contract/privacy/seen.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { seenText } from './seen-text.ts'

/** Sources by kind, for a select. */
export function useSources() {
  const t = useWords(seenText)
  const format = useFormat()
  const list = useRead(seen.sources, {}).data?.data ?? []
  const label = ({ kind, id, name, at }: (typeof list)[number]) => {
    if (kind === 'sql') return t.sql
    if (kind === 'export') return t.file({ name: name || t.oneFile({ id: String(id) }), date: format.date(at) })
    if (at === null) return name
    return (kind === 'person' ? t.left : t.revoked)({ name, date: format.date(at) })
  }
  return seenKinds.map((kind) => ({
    group: t[kind],
    items: list
      .filter((source) => source.kind === kind)
      .map((source) => ({ value: `${kind}:${source.id}`, label: label(source) })),
  }))
}
