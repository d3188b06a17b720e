import { useDeferredValue, useMemo, useState } from 'react'
import { consentColumns } from '../consents/consent-draft.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import type { Draft } from './mapping-draft.ts'
import type { TargetFields } from './mapping-fields.ts'
import { belongs, isWaiting, type Which } from './mapping-review.ts'

const plain = (text: string) => text.normalize('NFC').toLowerCase()

/** Which columns are shown: those of a choice that also hold what was typed, in their name, their samples or their field's name. */
export function useVisibleColumns(mapping: MappingAnswer, draft: Draft, fields: TargetFields) {
  // A choice is made once: a column that has just been mapped stays where it was.
  const [chosen, setChosen] = useState<{ which: Which; columns?: ReadonlySet<string> }>({ which: 'all' })
  const [typed, setTyped] = useState('')
  const typedNow = useDeferredValue(typed)
  // An empty box shows every column at once: the person may go on to one of them.
  const keyword = typed === '' ? '' : plain(typedNow.trim())
  const { sourceMapping, sourceSchema, previewData } = mapping

  const waitingColumns = useMemo(
    () =>
      new Set(
        sourceMapping
          .filter((one) => isWaiting(draft.rows[one.sourceSchemaId]!, one, fields))
          .map((one) => one.sourceSchemaId),
      ),
    [sourceMapping, draft.rows, fields],
  )
  const consents = useMemo(() => consentColumns(draft.consents), [draft.consents])
  const settled = Object.entries(draft.rows).filter(([id]) => !waitingColumns.has(id))
  const mapped = settled.filter(([id, { targets }]) => targets.length > 0 || consents.has(id)).length
  const all = sourceSchema.length
  const counts = { all, mapped, waiting: waitingColumns.size, ignored: settled.length - mapped }

  const words = useMemo(() => {
    const samples = new Map(previewData.map(({ id, values }) => [id, values]))
    return new Map(sourceSchema.map(({ id, name }) => [id, plain([name, ...(samples.get(id) ?? [])].join('\n'))]))
  }, [sourceSchema, previewData])
  const only = useMemo(() => {
    if (!keyword) return chosen.columns
    const named = (id: string) =>
      draft.rows[id]?.targets.some(({ key }) => plain(fields.get(key)?.displayName ?? '').includes(keyword))
    const found = sourceSchema.filter(({ id }) => words.get(id)?.includes(keyword) || named(id)).map(({ id }) => id)
    return new Set(found.filter((id) => chosen.columns?.has(id) ?? true))
  }, [keyword, chosen, words, sourceSchema, draft.rows, fields])

  const show = (which: Which) => {
    if (which === 'all') return setChosen({ which })
    const columns = Object.entries(draft.rows).filter(([id, row]) => {
      const isUsed = row.targets.length > 0 || consents.has(id)
      return belongs(which, isUsed, waitingColumns.has(id))
    })
    setChosen({ which, columns: new Set(columns.map(([id]) => id)) })
  }
  const showThese = (columns: ReadonlySet<string>) => setChosen({ which: 'waiting', columns })
  const showAll = () => {
    setTyped('')
    setChosen({ which: 'all' })
  }
  return {
    which: chosen.which,
    view: `${chosen.which} ${keyword}`,
    typed,
    setTyped,
    only,
    counts,
    waitingColumns,
    show,
    showThese,
    showAll,
  }
}
