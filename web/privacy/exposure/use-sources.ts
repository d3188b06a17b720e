import { exposureKinds, exposures } from '@ruam/contract/privacy/exposure.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { exposureText } from './exposure-text.ts'

/** Sources by kind, for a select. */
export function useSources() {
  const t = useWords(exposureText)
  const format = useFormat()
  const list = useRead(exposures.sources, {}).data?.data ?? []
  const label = ({ kind, id, name, at }: (typeof list)[number]) => {
    if (kind === 'sql') return t.sql
    if (kind === 'export') return t.file({ name: name || t.oneFile({ id: String(id) }), date: format.date(at) })
    if (at === null) return name
    return (kind === 'person' ? t.left : t.revoked)({ name, date: format.date(at) })
  }
  return exposureKinds.map((kind) => ({
    group: t[kind],
    items: list
      .filter((source) => source.kind === kind)
      .map((source) => ({ value: `${kind}:${source.id}`, label: label(source) })),
  }))
}
